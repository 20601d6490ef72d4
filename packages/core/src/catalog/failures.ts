import type { DefinitionInput } from '../fault/index.js';

/** Definitions by reason, as their author writes them. */
export type DefinitionsOf<M> = {
  readonly [K in keyof M]: DefinitionInput<M[K]>;
};

/** A part of a catalog, typed on its own, so that a long catalog can be several short files. */
export function defineFailures<const M>(definitions: DefinitionsOf<M>): DefinitionsOf<M> {
  return definitions;
}

/** Join two parts. A reason in both is a mistake that a spread would hide. */
export function joinFailures<A, B>(
  first: DefinitionsOf<A>,
  second: DefinitionsOf<B>,
): DefinitionsOf<A & B> {
  const twice = Object.keys(second).find((reason) => Object.hasOwn(first, reason));
  if (twice !== undefined) throw new TypeError(`reason ${twice} is declared twice`);
  return { ...first, ...second } as unknown as DefinitionsOf<A & B>;
}
