import { ERA_RULES, ERAS, type Era } from '../../era/index.js';
import type { Definition } from '../../fault/index.js';
import { type CatalogRules, projectNumber } from '../define-catalog.js';

/**
 * Every number that a definition can have in an era, its own first. More than one only if the condition depends on
 * the occurrence: then each code that the era names for a condition is possible, and a schema must admit it.
 */
export function numbersIn(
  era: Era,
  definition: Definition<never>,
  rules: CatalogRules,
): readonly number[] {
  const { code, condition } = definition;
  if (rules.numbers === 'literal') return [code];
  if (typeof condition !== 'function') return [projectNumber(definition, condition, era)];
  const own = projectNumber(definition, undefined, era);
  const { codes, offset } = ERA_RULES[era];
  return offset === 0 ? [own] : [...new Set([own, ...Object.values(codes)])];
}

/** A definition's own number over a run of eras in which it does not change. */
export interface NumberSpan {
  readonly number: number;
  readonly from: Era;
  readonly to: Era;
}

/** The numbers of a definition through the eras its catalog is served in, oldest first. */
export function numberSpans(
  definition: Definition<never>,
  rules: CatalogRules,
): readonly NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (const era of ERAS.filter((known) => (rules.eras ?? ERAS).includes(known))) {
    const number = numbersIn(era, definition, rules)[0]!;
    const last = spans.at(-1);
    if (last?.number === number) spans[spans.length - 1] = { ...last, to: era };
    else spans.push({ number, from: era, to: era });
  }
  return spans;
}
