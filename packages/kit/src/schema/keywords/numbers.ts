import { isMultiple } from '../decimal.js';
import { refuse, type Rule } from '../rule.js';
import type { SchemaPart } from '../schema-part.js';

/** `minimum` */
export function minimum(part: SchemaPart): Rule {
  return bound(part, 'minimum', 'at least', (value, limit) => value >= limit);
}

/** `maximum` */
export function maximum(part: SchemaPart): Rule {
  return bound(part, 'maximum', 'at most', (value, limit) => value <= limit);
}

/** `exclusiveMinimum` */
export function exclusiveMinimum(part: SchemaPart): Rule {
  return bound(part, 'exclusiveMinimum', 'more than', (value, limit) => value > limit);
}

/** `exclusiveMaximum` */
export function exclusiveMaximum(part: SchemaPart): Rule {
  return bound(part, 'exclusiveMaximum', 'less than', (value, limit) => value < limit);
}

/** `multipleOf`, in decimals: 0.3 is a multiple of 0.1. */
export function multipleOf(part: SchemaPart): Rule {
  if (!(Number(part.number('multipleOf')) > 0)) {
    throw part.wrong('multipleOf', 'must be more than 0');
  }
  return bound(part, 'multipleOf', 'a multiple of', isMultiple);
}

function bound(
  part: SchemaPart,
  keyword: string,
  words: string,
  fits: (value: number, limit: number) => boolean,
): Rule {
  const limit = Number(part.number(keyword));
  return (value, report, path) =>
    typeof value !== 'number' || fits(value, limit) || refuse(report, path, `${words} ${limit}`);
}
