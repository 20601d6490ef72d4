import { counted, itemPath, memberPath, IssueReport } from './report.js';
import { all, isObject, never, pass, refuse, type SchemaRule, type SchemaPart } from './rule.js';
import { ValueSet } from './value-keywords.js';

/** `prefixItems` and `items`: what each item must be. */
export function items(part: SchemaPart): SchemaRule {
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
export function contains(part: SchemaPart): SchemaRule {
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

const itemCount = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const memberCount = (value: unknown) => (isObject(value) ? namesOf(value).length : undefined);

export const minItems = size('minItems', 'at least', 'item', itemCount);
export const maxItems = size('maxItems', 'at most', 'item', itemCount);
export const minProperties = size('minProperties', 'at least', 'member', memberCount);
export const maxProperties = size('maxProperties', 'at most', 'member', memberCount);

function size(
  keyword: string,
  words: 'at least' | 'at most',
  noun: string,
  countOf: (value: unknown) => number | undefined,
): (part: SchemaPart) => SchemaRule {
  return (part) => {
    const limit = part.count(keyword) ?? (words === 'at least' ? 0 : Infinity);
    return (value, report, path) => {
      const count = countOf(value);
      if (count === undefined) return true;
      if (words === 'at least' ? count >= limit : count <= limit) return true;
      return refuse(report, path, `${words} ${counted(limit, noun)}`);
    };
  };
}

/** `uniqueItems` */
export function uniqueItems(part: SchemaPart): SchemaRule {
  if (!part.flag('uniqueItems')) return pass;
  return (value, report, path) => {
    if (!Array.isArray(value)) return true;
    const seen = new ValueSet();
    const again = value.findIndex((item) => !seen.add(item));
    if (again === -1) return true;
    return refuse(report, itemPath(path, again), 'no item that was there before');
  };
}

type Named = readonly (readonly [string, SchemaRule])[];
type Matched = readonly (readonly [RegExp, SchemaRule])[];

/** `properties`, `patternProperties` and `additionalProperties`: what each member must be. */
export function members(part: SchemaPart): SchemaRule {
  const named = part.childrenByName('properties');
  const matched = part
    .childrenByName('patternProperties')
    .map(([source, rule]) => [part.pattern(source, 'patternProperties'), rule] as const);
  const others =
    part.schema['additionalProperties'] === false
      ? never('no member of this name')
      : (part.child('additionalProperties') ?? pass);
  return matched.length === 0 && others === pass
    ? namedMembers(named.filter(([, rule]) => rule !== pass))
    : everyMember(ruleByName(named, matched, others));
}

function namedMembers(named: Named): SchemaRule {
  if (named.length === 0) return pass;
  const names = named.map(([name]) => name);
  const rules = named.map(([, rule]) => rule);
  return (value, report, path) => {
    if (!isObject(value)) return true;
    let fits = true;
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const member = own(value, name);
      if (member === undefined) continue;
      if (rules[i]!(member, report, report === undefined ? path : memberPath(path, name))) continue;
      if (report === undefined || report.full) return false;
      fits = false;
    }
    return fits;
  };
}

/** Each member by the rule of its name. */
function everyMember(ruleOf: (name: string) => SchemaRule): SchemaRule {
  return (value, report, path) => {
    if (!isObject(value)) return true;
    let fits = true;
    // Quicker than a list of the names.
    for (const name in value) {
      const member = value[name];
      if (member === undefined || !Object.hasOwn(value, name)) continue;
      const at = report === undefined ? path : memberPath(path, name);
      if (ruleOf(name)(member, report, at)) continue;
      if (report === undefined || report.full) return false;
      fits = false;
    }
    return fits;
  };
}

/** The rule of a name: that of the member, those of all patterns that it matches, or else that of the others. */
function ruleByName(
  named: Named,
  matched: Matched,
  others: SchemaRule,
): (name: string) => SchemaRule {
  const byName = new Map(named);
  if (matched.length === 0) return (name) => byName.get(name) ?? others;
  return (name) => {
    const rules = matched.filter(([pattern]) => pattern.test(name)).map(([, rule]) => rule);
    const rule = byName.get(name);
    if (rule !== undefined) rules.unshift(rule);
    return rules.length === 0 ? others : all(rules);
  };
}

/** `required` */
export function required(part: SchemaPart): SchemaRule {
  return needed(part.texts('required'), 'required');
}

/** `dependentRequired`: members that another needs beside it. */
export function dependentRequired(part: SchemaPart): SchemaRule {
  const rules = part
    .textsByName('dependentRequired')
    .map(([name, names]) => [name, needed(names, `required beside ${name}`)] as const);
  return whereThere(rules);
}

/** `dependentSchemas`: what an object must be where it has a member. */
export function dependentSchemas(part: SchemaPart): SchemaRule {
  return whereThere(part.childrenByName('dependentSchemas'));
}

/** `propertyNames`: what each name must be. */
export function propertyNames(part: SchemaPart): SchemaRule {
  const rule = part.child('propertyNames') ?? pass;
  return (value, report, path) => {
    if (!isObject(value)) return true;
    let fits = true;
    for (const name of namesOf(value)) {
      if (rule(name, undefined, path)) continue;
      if (report === undefined || report.full) return false;
      const found = new IssueReport('');
      rule(name, found, '');
      fits = refuse(report, memberPath(path, name), `a name: ${found.issues[0]?.message}`);
    }
    return fits;
  };
}

function needed(names: readonly string[], message: string): SchemaRule {
  if (names.length === 0) return pass;
  return (value, report, path) => {
    if (!isObject(value)) return true;
    let fits = true;
    for (const name of names) {
      if (own(value, name) !== undefined) continue;
      if (report === undefined) return false;
      fits = refuse(report, memberPath(path, name), message);
    }
    return fits;
  };
}

function whereThere(rules: readonly (readonly [string, SchemaRule])[]): SchemaRule {
  return (value, report, path) => {
    if (!isObject(value)) return true;
    let fits = true;
    for (const [name, rule] of rules) {
      if (own(value, name) === undefined || rule(value, report, path)) continue;
      if (report === undefined || report.full) return false;
      fits = false;
    }
    return fits;
  };
}

/** A member of an object's own, if it has one; what is inherited is none of JSON's. */
function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  return value !== undefined && Object.hasOwn(object, name) ? value : undefined;
}

/** The names of the members that JSON would have: those that are undefined are left out. */
function namesOf(object: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(object);
  return names.some((name) => object[name] === undefined)
    ? names.filter((name) => object[name] !== undefined)
    : names;
}
