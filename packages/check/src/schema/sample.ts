import { Scope } from './judge/scope.js';
import { make } from './make/make.js';
import type { Made } from './make/make.js';
import { isPart } from './part.js';

const STEPS = 50_000;

/** Small, harmless and recognisable arguments that surely fit the schema; undefined where that is not sure. */
export function sampleArguments(schema: unknown): Record<string, unknown> | undefined {
  const made = makeArguments(schema, new Scope(schema, STEPS));
  return made && { ...made.value };
}

/** Arguments, and how they were made. */
export function makeArguments(
  schema: unknown,
  scope: Scope,
): (Made & { readonly value: Readonly<Record<string, unknown>> }) | undefined {
  // Arguments are an object, whether the schema says so or not.
  const made = make({ allOf: [{ type: 'object' }, schema] }, { scope, name: '', depth: 0 });
  return made !== undefined && isPart(made.value) ? { ...made, value: made.value } : undefined;
}
