import { splitName, type NamePart } from '../text/index.js';
import { invalidParameter } from './params.js';

/** A relation that a name may mean. */
export interface Meant {
  readonly namespace: string;
  readonly name: string;
}

/**
 * What a name may mean, in the order in which it is looked for. A name without quotes is meant as it is written or, as in SQL,
 * in small letters; without a schema it is looked for along the path.
 */
export function meaningsOf(
  written: string,
  parameter: string,
  path: readonly string[],
): { readonly qualified: boolean; readonly meanings: readonly Meant[] } {
  const parts = splitName(written);
  const [first, second] = parts ?? [];
  if (first === undefined || parts!.length > 2)
    throw invalidParameter(
      parameter,
      `${parameter} has to be a name such as users or sales.orders`,
    );
  const namespaces = second === undefined ? ['pg_catalog', ...path] : spellings(first);
  const names = spellings(second ?? first);
  const meanings = namespaces.flatMap((namespace) => names.map((name) => ({ namespace, name })));
  return { qualified: second !== undefined, meanings };
}

function spellings({ text, quoted }: NamePart): readonly string[] {
  return quoted ? [text] : [...new Set([text, text.toLowerCase()])];
}
