import { namesOf, own } from '../own.js';
import { memberPath } from '../path.js';
import { Report } from '../report.js';
import { pass, refuse, type Rule } from '../rule.js';
import { isObject, type SchemaPart } from '../schema-part.js';
import { counted } from './counted.js';

/** `required` */
export function required(part: SchemaPart): Rule {
  return needed(part.texts('required'), 'required');
}

/** `dependentRequired`: members that another needs beside it. */
export function dependentRequired(part: SchemaPart): Rule {
  const rules = part
    .textsByName('dependentRequired')
    .map(([name, names]) => [name, needed(names, `required beside ${name}`)] as const);
  return whereThere(rules);
}

/** `dependentSchemas`: what an object must be where it has a member. */
export function dependentSchemas(part: SchemaPart): Rule {
  return whereThere(part.childrenByName('dependentSchemas'));
}

/** `propertyNames`: what each name must be. */
export function propertyNames(part: SchemaPart): Rule {
  const rule = part.child('propertyNames') ?? pass;
  return (value, report, path) => {
    if (!isObject(value)) return true;
    let fits = true;
    for (const name of namesOf(value)) {
      if (rule(name, undefined, path)) continue;
      if (report === undefined || report.full) return false;
      const found = new Report('');
      rule(name, found, '');
      fits = refuse(report, memberPath(path, name), `a name: ${found.issues[0]?.message}`);
    }
    return fits;
  };
}

/** `minProperties` */
export function minProperties(part: SchemaPart): Rule {
  const min = part.count('minProperties') ?? 0;
  return (value, report, path) =>
    !isObject(value) ||
    namesOf(value).length >= min ||
    refuse(report, path, `at least ${counted(min, 'member')}`);
}

/** `maxProperties` */
export function maxProperties(part: SchemaPart): Rule {
  const max = part.count('maxProperties') ?? Infinity;
  return (value, report, path) =>
    !isObject(value) ||
    namesOf(value).length <= max ||
    refuse(report, path, `at most ${counted(max, 'member')}`);
}

function needed(names: readonly string[], message: string): Rule {
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

function whereThere(rules: readonly (readonly [string, Rule])[]): Rule {
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
