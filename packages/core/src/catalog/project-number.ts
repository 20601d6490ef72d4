import { ERA_RULES, type Condition, type Era } from '../era/index.js';
import type { Definition } from '../fault/index.js';

/**
 * The number that stands for a failure in an era. A number that the definition gives for the era wins; then a code that
 * the era names for the condition; a number of −32099…−32000 leaves the band where the era keeps it (2026-07-28:
 * n + 1000); everything else stays as declared.
 */
export function projectNumber(
  { code, codes }: Pick<Definition, 'code' | 'codes'>,
  condition: Condition | undefined,
  era: Era,
): number {
  const own = codes?.[era];
  if (own !== undefined) return own;
  const { codes: named, offset } = ERA_RULES[era];
  if (offset === 0) return code;
  const byCondition = condition === undefined ? undefined : named[condition];
  if (byCondition !== undefined) return byCondition;
  return code >= -32099 && code <= -32000 ? code + offset : code;
}
