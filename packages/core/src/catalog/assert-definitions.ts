import { ERAS, ERA_RULES, judgeCode, STANDARD_CODES, type Era } from '../era/index.js';
import type { Definition } from '../fault/index.js';
import { breachOfDigitLaw, type DigitLaw } from './digit-law.js';
import { projectNumber } from './project-number.js';

/** The rules that a catalog puts itself under. */
export interface CatalogRules {
  /** Several reasons may use one number; otherwise a shared number is a mistake. */
  readonly sharedCodes?: boolean;
  /** The eras in which this catalog is served; all of them unless said. */
  readonly eras?: readonly Era[];
  /** Emit the declared numbers unchanged in every era: an illegal one is then an error, not moved. */
  readonly numbers?: 'literal' | 'by-era';
  readonly digitLaw?: DigitLaw;
  /** Standard codes that the digit law does not cover are always exempt; this names the domain that owns the rest. */
  readonly owner?: 'specification';
}

/** Throw what is wrong with a declaration, naming the reason and the rule. */
export function assertDefinitions(
  domain: string,
  definitions: readonly Definition[],
  rules: CatalogRules,
): void {
  const fail = (what: string): never => {
    throw new TypeError(`catalog ${domain}: ${what}`);
  };
  const reasons = new Set<string>();
  const codes = new Map<number, string>();
  for (const definition of definitions) {
    const { reason, code } = definition;
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(reason)) fail(`reason ${reason} is not UPPER_SNAKE`);
    if (reasons.has(reason)) fail(`reason ${reason} is declared twice`);
    reasons.add(reason);
    if (!Number.isSafeInteger(code)) fail(`${reason}: code ${code} is not an integer`);
    const other = codes.get(code);
    if (other !== undefined && rules.sharedCodes !== true) {
      fail(`${reason} and ${other} share code ${code}; say sharedCodes: true if that is meant`);
    }
    codes.set(code, reason);
    const standard = (STANDARD_CODES as readonly number[]).includes(code);
    if (rules.digitLaw !== undefined && !standard) {
      const breach = breachOfDigitLaw(definition, rules.digitLaw);
      if (breach !== undefined) fail(breach);
    }
    for (const era of rules.eras ?? ERAS) {
      const breach = breachOfEra(definition, era, rules);
      if (breach !== undefined) fail(breach);
    }
  }
}

function breachOfEra(definition: Definition, era: Era, rules: CatalogRules): string | undefined {
  const { reason, code } = definition;
  const condition = typeof definition.condition === 'function' ? undefined : definition.condition;
  const emitted = rules.numbers === 'literal' ? code : projectNumber(definition, condition, era);
  const verdict = judgeCode(emitted, era);
  if (!verdict.allowed) return `${reason}: ${emitted} is not allowed in ${era}: ${verdict.rule}`;
  // A number that the specification defines may only be used for what the specification defines it for.
  if (
    verdict.level === 'defined' &&
    ERA_RULES[era].offset !== 0 &&
    rules.owner !== 'specification'
  ) {
    if (condition === undefined || ERA_RULES[era].codes[condition] !== emitted) {
      return `${reason}: ${emitted} has another meaning in ${era}: ${verdict.rule}`;
    }
  }
  return undefined;
}
