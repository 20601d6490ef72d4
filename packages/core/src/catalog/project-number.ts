import { ERA_RULES, type Condition, type Era } from '../era/index.js';

/**
 * The number that stands for a failure in an era. A code that the era names for the condition wins; a number of
 * −32099…−32000 leaves the band where the era keeps it (2026-07-28: n + 1000); everything else stays as declared.
 */
export function projectNumber(code: number, condition: Condition | undefined, era: Era): number {
  const { codes, offset } = ERA_RULES[era];
  if (offset === 0) return code;
  if (condition !== undefined) {
    const named = codes[condition];
    if (named !== undefined) return named;
  }
  return code >= -32099 && code <= -32000 ? code + offset : code;
}
