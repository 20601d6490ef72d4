import { isPart } from '../part.js';
import type { Part } from '../part.js';
import { every, judgedBy } from './judged.js';
import type { Judged } from './judged.js';
import type { Rule } from './rule.js';
import { RULES_OF_LISTS } from './rules-of-lists.js';
import { RULES_OF_LOGIC } from './rules-of-logic.js';
import { RULES_OF_OBJECTS } from './rules-of-objects.js';
import { RULES_OF_VALUES } from './rules-of-values.js';
import { hasOwnBase } from './scope.js';
import type { Scope } from './scope.js';

const DEPTH = 48;
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...RULES_OF_VALUES,
    ...RULES_OF_LISTS,
    ...RULES_OF_OBJECTS,
    ...RULES_OF_LOGIC,
  }),
);

/** What is sure about a value: bounded, and it never throws, whatever the schema. */
export function judge(
  value: unknown,
  schema: unknown,
  scope: Scope,
  without: ReadonlySet<string> = new Set(),
): Judged {
  const at = (each: unknown, part: unknown, depth: number): Judged => {
    if (!scope.work.spend(1) || depth > DEPTH) return 'unsure';
    if (typeof part === 'boolean') return judgedBy(part);
    if (!isPart(part) || (part !== scope.root && hasOwnBase(part))) return 'unsure';
    const keywords = byKeywords(each, part, depth);
    if (!Object.hasOwn(part, '$ref')) return keywords;
    const target = scope.resolve(part['$ref']);
    if (target === undefined) return 'unsure';
    // Older drafts do not look at what stands beside a reference.
    return every([at(each, target, depth + 1), keywords === 'valid' ? 'valid' : 'unsure']);
  };
  const byKeywords = (each: unknown, part: Part, depth: number): Judged => {
    const place = {
      part,
      scope,
      judge: (inner: unknown, schema: unknown) => at(inner, schema, depth + 1),
    };
    const names = Object.keys(part).filter((name) => RULES.has(name) && !without.has(name));
    if (!scope.work.spend(Object.keys(part).length)) return 'unsure';
    return every(names.map((name) => RULES.get(name)!(part[name] as never, each as never, place)));
  };
  return at(value, schema, 0);
}
