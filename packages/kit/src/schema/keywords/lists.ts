import { itemPath } from '../path.js';
import { pass, refuse, type Rule } from '../rule.js';
import type { SchemaPart } from '../schema-part.js';
import { ValueSet } from '../value-set.js';
import { counted } from './counted.js';

/** `prefixItems` and `items`: what each item must be. */
export function items(part: SchemaPart): Rule {
  if (Array.isArray(part.schema['items'])) {
    throw part.wrong('items', 'must be one schema; a list of them is called "prefixItems"');
  }
  const prefix = part.children('prefixItems');
  const others = part.child('items') ?? pass;
  return (value, report, path) => {
    if (!Array.isArray(value)) return true;
    const end = others === pass ? Math.min(prefix.length, value.length) : value.length;
    let fits = true;
    for (let i = 0; i < end; i++) {
      const rule = prefix[i] ?? others;
      if (rule(value[i], report, report === undefined ? path : itemPath(path, i))) continue;
      if (report === undefined || report.full) return false;
      fits = false;
    }
    return fits;
  };
}

/** `contains` with `minContains` and `maxContains`: how many items must be of a form. */
export function contains(part: SchemaPart): Rule {
  const rule = part.child('contains');
  const min = part.count('minContains') ?? 1;
  const max = part.count('maxContains') ?? Infinity;
  if (rule === undefined) return pass;
  return (value, report, path) => {
    if (!Array.isArray(value)) return true;
    let count = 0;
    for (const item of value) {
      if (!rule(item, undefined, path)) continue;
      if (++count > max)
        return refuse(report, path, `at most ${counted(max, 'item')} of this form`);
      if (count >= min && max === Infinity) return true;
    }
    return count >= min || refuse(report, path, `at least ${counted(min, 'item')} of this form`);
  };
}

/** `minItems` */
export function minItems(part: SchemaPart): Rule {
  const min = part.count('minItems') ?? 0;
  return (value, report, path) =>
    !Array.isArray(value) ||
    value.length >= min ||
    refuse(report, path, `at least ${counted(min, 'item')}`);
}

/** `maxItems` */
export function maxItems(part: SchemaPart): Rule {
  const max = part.count('maxItems') ?? Infinity;
  return (value, report, path) =>
    !Array.isArray(value) ||
    value.length <= max ||
    refuse(report, path, `at most ${counted(max, 'item')}`);
}

/** `uniqueItems` */
export function uniqueItems(part: SchemaPart): Rule {
  if (!part.flag('uniqueItems')) return pass;
  return (value, report, path) => {
    if (!Array.isArray(value)) return true;
    const seen = new ValueSet();
    const again = value.findIndex((item) => !seen.add(item));
    if (again === -1) return true;
    return refuse(report, itemPath(path, again), 'no item that was there before');
  };
}
