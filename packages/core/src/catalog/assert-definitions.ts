import { CONDITIONS, ERAS, ERA_RULES, judgeCode, STANDARD_CODES, type Era } from '../era/index.js';
import { EFFECTS, FIELD_TYPES, STRATEGIES, type Definition } from '../fault/index.js';
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
  /** The catalog is the specification's own: it may use the numbers that the specification defines. */
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
  if (!/^[a-z][a-z0-9-]*$/.test(domain))
    fail('a domain is written in small letters, digits and dashes');
  const reasons = new Set<string>();
  const codes = new Map<number, string>();
  for (const definition of definitions) {
    const { reason, code } = definition;
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(reason)) fail(`reason ${reason} is not UPPER_SNAKE`);
    if (reasons.has(reason)) fail(`reason ${reason} is declared twice`);
    reasons.add(reason);
    if (!Number.isSafeInteger(code)) fail(`${reason}: code ${inspect(code)} is not an integer`);
    const misspelt = misspeltIn(definition);
    if (misspelt !== undefined) fail(`${reason}: ${misspelt}`);
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
  for (const era of rules.sharedCodes === true ? [] : (rules.eras ?? ERAS)) {
    const clash = clashIn(era, definitions, rules);
    if (clash !== undefined) fail(clash);
  }
}

/** Two numbers that differ as declared may be the same in an era: −32010 moves to −31010. */
function clashIn(
  era: Era,
  definitions: readonly Definition[],
  rules: CatalogRules,
): string | undefined {
  const seen = new Map<number, string>();
  for (const definition of definitions) {
    // A code that the era itself names for a condition is shared on purpose.
    if (definition.condition !== undefined || rules.numbers === 'literal') continue;
    const number = projectNumber(definition, undefined, era);
    const other = seen.get(number);
    if (other !== undefined)
      return `${definition.reason} and ${other} are both ${number} in ${era}`;
    seen.set(number, definition.reason);
  }
  return undefined;
}

/** Words that the compiler checks, and plain JavaScript does not. */
function misspeltIn(definition: Definition): string | undefined {
  const { title, recovery, effect, condition, fields } = definition;
  if (typeof title !== 'string' || title === '') return 'the title is missing';
  const strategy = typeof recovery === 'object' ? recovery?.strategy : recovery;
  const words: [name: string, word: unknown, known: readonly string[]][] = [
    ['recovery', strategy, STRATEGIES],
    ...(effect === undefined
      ? []
      : [['effect', effect, EFFECTS] as [string, unknown, readonly string[]]]),
    ...(condition === undefined
      ? []
      : [['condition', condition, CONDITIONS] as [string, unknown, readonly string[]]]),
    ...fields.map(
      ({ name, type }) =>
        [`the type of ${name}`, type, FIELD_TYPES] as [string, unknown, readonly string[]],
    ),
  ];
  for (const [name, word, known] of words) {
    if (typeof word === 'function' || known.includes(word as string)) continue;
    return `${name} is ${inspect(word)}, not one of ${known.join(', ')}`;
  }
  return undefined;
}

function inspect(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
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
