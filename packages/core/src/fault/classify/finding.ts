import type { Definition } from '../definition.js';

/** What a recogniser found: the definition that fits, and the facts for it. */
export interface Finding {
  readonly definition: Definition<object>;
  readonly context: object;
}

export function found<C extends object>(definition: Definition<C>, context: C): Finding {
  return { definition: definition as unknown as Definition<object>, context };
}
