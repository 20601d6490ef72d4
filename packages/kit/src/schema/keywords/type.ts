import type { Rule } from '../rule.js';
import { isObject, type SchemaPart } from '../schema-part.js';

interface Type {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

const TYPES: ReadonlyMap<unknown, Type> = new Map([
  ['string', { wanted: 'a string', fits: (value) => typeof value === 'string' }],
  // Not a number and infinity have no form in JSON.
  ['number', { wanted: 'a number', fits: (value) => Number.isFinite(value) }],
  ['integer', { wanted: 'a whole number', fits: (value) => Number.isInteger(value) }],
  ['boolean', { wanted: 'true or false', fits: (value) => typeof value === 'boolean' }],
  ['object', { wanted: 'an object', fits: isObject }],
  ['array', { wanted: 'a list', fits: (value) => Array.isArray(value) }],
  ['null', { wanted: 'null', fits: (value) => value === null }],
] satisfies [string, Type][]);

/** `type`: one, or a list of which one will do. */
export function type(part: SchemaPart): Rule {
  const given = part.schema['type'];
  const types = (Array.isArray(given) ? given : [given]).map((name: unknown) => {
    const found = TYPES.get(name);
    if (found === undefined) throw part.wrong('type', 'must be a type of JSON or a list of them');
    return found;
  });
  const [first] = types;
  if (first === undefined) throw part.wrong('type', 'must not be empty');
  const wanted = types.map((each) => each.wanted).join(' or ');
  const fits =
    types.length === 1 ? first.fits : (value: unknown) => types.some((each) => each.fits(value));
  return (value, report, path) => {
    if (fits(value)) return true;
    report?.add(path, wanted, 'type');
    return false;
  };
}
