import {
  contains,
  dependentRequired,
  dependentSchemas,
  items,
  maxItems,
  maxProperties,
  members,
  minItems,
  minProperties,
  propertyNames,
  required,
  uniqueItems,
} from './container-keywords.js';
import { IssueReport } from './report.js';
import { all, pass, refuse, type SchemaRule, type SchemaPart } from './rule.js';
import {
  constant,
  enumeration,
  exclusiveMaximum,
  exclusiveMinimum,
  format,
  maximum,
  maxLength,
  minimum,
  minLength,
  multipleOf,
  pattern,
} from './value-keywords.js';

/** Makes the rule of a keyword, or of several that only make sense together. */
export type Keyword = (part: SchemaPart) => SchemaRule;

/** For readers: nothing is checked. */
const annotation: Keyword = () => pass;

/** The keywords that are known, beside `type` and `$ref`. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['enum', enumeration],
  ['const', constant],
  ['minimum', minimum],
  ['maximum', maximum],
  ['exclusiveMinimum', exclusiveMinimum],
  ['exclusiveMaximum', exclusiveMaximum],
  ['multipleOf', multipleOf],
  ['minLength', minLength],
  ['maxLength', maxLength],
  ['pattern', pattern],
  ['format', format],
  ['required', required],
  ['properties', members],
  ['patternProperties', members],
  ['additionalProperties', members],
  ['propertyNames', propertyNames],
  ['minProperties', minProperties],
  ['maxProperties', maxProperties],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
  ['items', items],
  ['prefixItems', items],
  ['contains', contains],
  ['minContains', contains],
  ['maxContains', contains],
  ['minItems', minItems],
  ['maxItems', maxItems],
  ['uniqueItems', uniqueItems],
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', condition],
  ['then', condition],
  ['else', condition],
  // What is in these is compiled where it is referred to.
  ['$defs', annotation],
  ['definitions', annotation],
  // Only a name for a `$ref`, and one that refers by name is refused.
  ['$anchor', annotation],
  ...[
    '$schema',
    '$comment',
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
    'contentEncoding',
    'contentMediaType',
    'contentSchema',
  ].map((name): [string, Keyword] => [name, annotation]),
]);

/** `allOf` */
function allOf(part: SchemaPart): SchemaRule {
  return all(part.children('allOf'));
}

/** `anyOf` */
function anyOf(part: SchemaPart): SchemaRule {
  const forms = part.children('anyOf');
  return (value, report, path) => {
    for (const form of forms) if (form(value, undefined, path)) return true;
    if (report !== undefined) closest(forms, value, report, path);
    return false;
  };
}

/** `oneOf` */
function oneOf(part: SchemaPart): SchemaRule {
  const forms = part.children('oneOf');
  return (value, report, path) => {
    let count = 0;
    for (const form of forms) {
      if (form(value, undefined, path) && ++count > 1) {
        return refuse(report, path, 'of one form only, not of several');
      }
    }
    if (count === 0 && report !== undefined) closest(forms, value, report, path);
    return count === 1;
  };
}

/** `not` */
function not(part: SchemaPart): SchemaRule {
  const form = part.child('not') ?? pass;
  return (value, report, path) =>
    !form(value, undefined, path) || refuse(report, path, 'something else');
}

/** `if`, `then` and `else` */
function condition(part: SchemaPart): SchemaRule {
  const [failure, yes, no] = [part.child('if'), part.child('then'), part.child('else')];
  if (failure === undefined) return pass;
  return (value, report, path) =>
    ((failure(value, undefined, path) ? yes : no) ?? pass)(value, report, path);
}

const MAX_ALTERNATIVES = 5;

/** Tells what is wrong with a value that is of none of several forms: by the form that it comes closest to. */
function closest(
  forms: readonly SchemaRule[],
  value: unknown,
  report: IssueReport,
  path: string,
): void {
  const found = forms.map((form) => {
    const each = new IssueReport(path);
    form(value, each, path);
    return each;
  });
  const nearest = found.reduce((best, each) => (each.distance < best.distance ? each : best));
  const alternatives = alternativesOf(found, path);
  const issues =
    alternatives === undefined ? nearest.issues : [{ path, message: alternatives.join(' or ') }];
  report.absorb(path, issues, nearest.distance);
}

/** `a string`, `null`: where each form wants but one thing of the value itself, all of them are listed. */
function alternativesOf(
  found: readonly IssueReport[],
  path: string,
): readonly string[] | undefined {
  const wanted = new Set<string>();
  for (const { issues } of found) {
    const [issue] = issues;
    if (issues.length !== 1 || issue?.path !== path) return undefined;
    wanted.add(issue.message);
  }
  return wanted.size <= MAX_ALTERNATIVES
    ? [...wanted]
    : [...[...wanted].slice(0, MAX_ALTERNATIVES), '…'];
}
