import { clip } from '../clip.js';
import { never, type Rule } from '../rule.js';
import type { SchemaPart } from '../schema-part.js';
import { ValueSet } from '../value-set.js';

const MAX_SHOWN = 10;
const MAX_VALUE = 40;

/** `const`: this value alone. */
export function constant(part: SchemaPart): Rule {
  return oneOfThese([part.schema['const']]);
}

/** `enum`: one of these values. */
export function enumeration(part: SchemaPart): Rule {
  return oneOfThese(part.list('enum') ?? []);
}

function oneOfThese(values: readonly unknown[]): Rule {
  if (values.length === 0) return never('nothing');
  const set = new ValueSet();
  for (const value of values) set.add(value);
  return (value, report, path) => {
    if (set.has(value)) return true;
    report?.add(path, wanted(values), 'choice');
    return false;
  };
}

function wanted(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN).map((value) => clip(JSON.stringify(value), MAX_VALUE));
  if (values.length > MAX_SHOWN) shown.push('…');
  return values.length === 1 ? shown.join() : `one of ${shown.join(', ')}`;
}
