import type { Definition } from '../definition.js';

/** What a recogniser found: the definition that fits, and the facts for it. */
export interface FaultFinding<C extends object = object> {
  readonly definition: Definition<object>;
  readonly context: C;
}

export function found<C extends object>(definition: Definition<C>, context: C): FaultFinding<C> {
  return { definition: definition as unknown as Definition<object>, context };
}
