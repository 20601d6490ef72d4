import { own } from '../own.js';
import { memberPath } from '../path.js';
import { all, never, pass, type Rule } from '../rule.js';
import { isObject, type SchemaPart } from '../schema-part.js';

type Named = readonly (readonly [string, Rule])[];
type Matched = readonly (readonly [RegExp, Rule])[];

/** `properties`, `patternProperties` and `additionalProperties`: what each member must be. */
export function members(part: SchemaPart): Rule {
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

function namedMembers(named: Named): Rule {
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
function everyMember(ruleOf: (name: string) => Rule): Rule {
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
function ruleByName(named: Named, matched: Matched, others: Rule): (name: string) => Rule {
  const byName = new Map(named);
  if (matched.length === 0) return (name) => byName.get(name) ?? others;
  return (name) => {
    const rules = matched.filter(([pattern]) => pattern.test(name)).map(([, rule]) => rule);
    const rule = byName.get(name);
    if (rule !== undefined) rules.unshift(rule);
    return rules.length === 0 ? others : all(rules);
  };
}
