import {
  type ContextOf,
  type Definition,
  type DefinitionInput,
  EFFECTS,
  Fault,
  FAULT_OPTIONS,
  type FaultOptions,
  FIELD_TYPES,
  type Fields,
  type FieldSpec,
  type Recovery,
  resolveFields,
  STRATEGIES,
} from '../fault/index.js';
import type { DefinitionsOf } from './failures.js';
import { STANDARD_DOMAIN, standardFailures } from './standard-failures.js';
import {
  A_BOOLEAN,
  A_FUNCTION,
  A_LIST,
  A_STRING,
  A_TEXT,
  AN_INTEGER,
  AN_OBJECT,
  assertOptions,
  assertValue,
  type Kind,
  type AllowedOptions,
  SECONDS,
  type Condition,
  CONDITIONS,
  type Era,
  ERA_RULES,
  ERAS,
  judgeCode,
  STANDARD_CODES,
} from '../era/index.js';
import { breachOfDigitLaw, type DigitLaw } from './digit-law.js';

/** A declared failure: call it to make the fault that is thrown. */
export interface Failure<C extends object> {
  (
    ...given: Record<never, never> extends C
      ? [context?: C, options?: FaultOptions]
      : [context: C, options?: FaultOptions]
  ): Fault<C>;
  readonly definition: Definition;
}

export type Failures<M> = {
  readonly [K in keyof M]: Failure<ContextOf<M[K]>>;
};

/** The metadata of a catalog. Reasons are UPPER_SNAKE, so these names cannot collide with them. */
export interface CatalogInfo {
  readonly domain: string;
  readonly rules: CatalogRules;
  /** Every definition in the order written. */
  readonly definitions: readonly Definition[];
  /** The definition of a reason, or undefined: the keys of the wire are not trusted with property access. */
  definition(reason: string): Definition | undefined;
  /** The failure that replaces everything undeclared. */
  readonly unexpected: Definition;
}

/** The failures of one domain, each a function that makes the fault: `throw shop.SOLD_OUT({ item })`. */
export type Catalog<M> = Failures<M> & CatalogInfo;

/** Rules of a catalog beside its definitions. */
export interface CatalogOptions<Reason extends string> extends CatalogRules {
  /** The reason for undeclared failures. Default: the standard −32603. */
  readonly unexpected?: Reason;
}

/**
 * Declare the failures of one domain. Mistakes in a declaration are a `TypeError` here, not a surprise on the wire: see
 * {@link assertDefinitions} for the rules.
 *
 * @example
 * const shop = defineCatalog('shop', {
 *   SOLD_OUT: {
 *     code: -31001,
 *     title: 'Sold out',
 *     category: 'stock',
 *     context: { item: 'string' },
 *     details: ({ item }) => `${item} is sold out`,
 *     recovery: 'fix_and_retry',
 *   },
 * });
 * throw shop.SOLD_OUT({ item: 'tea' });
 */
export function defineCatalog<const M>(
  domain: string,
  definitions: DefinitionsOf<M>,
  options: CatalogOptions<keyof M & string> = {},
): Catalog<M> {
  const resolved = Object.entries(definitions as unknown as Record<string, DefinitionInput>).map(
    ([reason, input]) => resolveDefinition(domain, reason, input),
  );
  assertOptions(`catalog ${domain}`, options, CATALOG_OPTIONS);
  for (const era of options.eras ?? []) assertValue(`catalog ${domain}`, 'era', era, ERAS);
  const { unexpected, ...rules } = options;
  assertDefinitions(domain, resolved, rules);
  const byReason = new Map(resolved.map((definition) => [definition.reason, definition]));
  const fallback = unexpected === undefined ? INTERNAL_ERROR : byReason.get(unexpected);
  if (fallback === undefined) {
    throw new TypeError(`catalog ${domain}: the unexpected reason ${unexpected} is not declared`);
  }
  if (fallback.fields.some((field) => field.required)) {
    throw new TypeError(
      `catalog ${domain}: nothing is known of the unexpected, so ${unexpected} can require no field`,
    );
  }
  const info: CatalogInfo = {
    domain,
    rules,
    definitions: resolved,
    definition: (reason) => byReason.get(reason),
    unexpected: fallback,
  };
  const failures = Object.fromEntries(
    resolved.map((definition) => [definition.reason, createFailure(definition)]),
  );
  return Object.freeze({ ...failures, ...info }) as unknown as Catalog<M>;
}

function resolveDefinition(domain: string, reason: string, input: DefinitionInput): Definition {
  assertDefinition(`${domain}.${reason}`, input);
  const { context, ...rest } = input;
  const facts = rest as Omit<Definition, 'domain' | 'reason' | 'fields'>;
  return { ...facts, domain, reason, fields: resolveFields(context ?? {}) };
}

/** What the compiler checks, and plain JavaScript does not. */
function assertDefinition(what: string, input: DefinitionInput): void {
  assertOptions(what, input, DEFINITION, 'key');
  assertGiven(what, input, ['code', 'title', 'category', 'recovery']);
  const { codes = {}, context = {}, recovery } = input;
  assertOptions(`${what}.codes`, codes, CODES, 'era');
  if (typeof recovery === 'object') {
    assertOptions(`${what}.recovery`, recovery, RECOVERY, 'key');
    assertGiven(`${what}.recovery`, recovery, ['strategy']);
  }
  assertFields(what, context);
}

function assertFields(what: string, fields: Fields): void {
  for (const [name, field] of Object.entries(fields)) {
    const spec = typeof field === 'string' ? { type: field } : field;
    assertValue(what, name, spec, [AN_OBJECT]);
    const where = `${what}.${name}`;
    assertOptions(where, spec, FIELD, 'key');
    assertGiven(where, spec, ['type']);
    assertValue(where, 'type', spec.type.replace(/\?$/, ''), FIELD_TYPES);
    assertFields(where, spec.items ?? {});
  }
}

function assertGiven<T extends object>(what: string, given: T, names: readonly (keyof T)[]): void {
  const missing = names.find((name) => given[name] === undefined);
  if (missing !== undefined) throw new TypeError(`${what} needs ${String(missing)}`);
}

const STATUS: Kind = {
  name: 'an HTTP status',
  is: (value) => AN_INTEGER.is(value) && Number(value) >= 100 && Number(value) <= 599,
};

const CATALOG_OPTIONS: AllowedOptions<CatalogOptions<string>> = {
  ...{ unexpected: [A_STRING], sharedCodes: [A_BOOLEAN], eras: [A_LIST], digitLaw: [] },
  ...{ numbers: ['literal', 'by-era'], owner: ['specification'] },
};

const DEFINITION: AllowedOptions<DefinitionInput> = {
  ...{ code: [AN_INTEGER], codes: [AN_OBJECT], title: [A_TEXT], category: [A_STRING] },
  ...{ name: [A_STRING], when: [A_STRING], context: [AN_OBJECT], retryableWhen: [A_STRING] },
  ...{ condition: [...CONDITIONS, A_FUNCTION], details: [A_STRING, A_FUNCTION], http: [STATUS] },
  ...{ recovery: [...STRATEGIES, AN_OBJECT], retryable: [A_BOOLEAN, A_FUNCTION] },
  ...{ effect: [...EFFECTS, A_FUNCTION], suggestion: [A_STRING, A_FUNCTION] },
  ...{ suggestions: [A_LIST, A_FUNCTION], nextSteps: [A_LIST, A_FUNCTION] },
  ...{ alternatives: [A_LIST, A_FUNCTION] },
};

const CODES = Object.fromEntries(ERAS.map((era) => [era, [AN_INTEGER]]));

const RECOVERY: AllowedOptions<Exclude<Recovery<never>, string>> = {
  ...{ strategy: [...STRATEGIES, A_FUNCTION], retryAfter: [SECONDS, A_FUNCTION] },
};

const FIELD: AllowedOptions<FieldSpec> = {
  ...{ type: [A_STRING], description: [A_STRING], values: [A_LIST], items: [AN_OBJECT] },
};

const INTERNAL_ERROR = resolveDefinition(
  STANDARD_DOMAIN,
  'INTERNAL_ERROR',
  standardFailures.INTERNAL_ERROR as unknown as DefinitionInput,
);

function createFailure(definition: Definition): Failure<object> {
  const what = `${definition.domain}.${definition.reason}`;
  const required = definition.fields.filter((field) => field.required).map(({ name }) => name);
  const create = (given?: object, options?: FaultOptions) => {
    const context = given ?? {};
    for (const name of required) {
      // Plain JavaScript does not find this before it runs; the wire would say `undefined`.
      if ((context as Record<string, unknown>)[name] === undefined)
        throw missingField(what, name, definition, context);
    }
    for (const key in options) {
      // The usual option, and it may be anything.
      if (key === 'cause') continue;
      assertOptions(what, options, FAULT_OPTIONS);
      break;
    }
    return new Fault(definition, context, options);
  };
  return Object.assign(create, { definition });
}

/** A missing field is often a mistyped one. */
function missingField(
  what: string,
  name: string,
  { fields }: Definition,
  context: object,
): TypeError {
  const isUnknown = (key: string) => fields.every((field) => field.name !== key);
  const unknown = Object.keys(context).find(isUnknown);
  const hint = unknown === undefined ? '' : `; unknown field ${JSON.stringify(unknown)}`;
  return new TypeError(`${what} needs ${name}${hint}`);
}

/**
 * The number of a failure in an era. A number that the definition gives for the era wins; then a code that
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

/** The rules that a catalog puts itself under. */
export interface CatalogRules {
  /** Several reasons may use one number; otherwise a shared number is a mistake. */
  readonly sharedCodes?: boolean;
  /** The eras that serve this catalog. Default: all. */
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
    throw new TypeError(what);
  };
  if (!/^[a-z][a-z0-9-]*$/.test(domain))
    fail(`catalog ${domain}: a domain is written in small letters, digits and dashes`);
  const codes = new Map<number, string>();
  for (const definition of definitions) {
    const { reason, code } = definition;
    const what = `${domain}.${reason}`;
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(reason))
      fail(`catalog ${domain}: reason ${reason} is not UPPER_SNAKE`);
    const other = codes.get(code);
    if (other !== undefined && rules.sharedCodes !== true) {
      fail(`${what} and ${other} share code ${code}; set sharedCodes: true to allow it`);
    }
    codes.set(code, reason);
    const standard = (STANDARD_CODES as readonly number[]).includes(code);
    if (rules.digitLaw !== undefined && !standard) {
      const breach = breachOfDigitLaw(definition, rules.digitLaw);
      if (breach !== undefined) fail(`${what}: ${breach}`);
    }
    for (const era of rules.eras ?? ERAS) {
      const breach = breachOfEra(definition, era, rules);
      if (breach !== undefined) fail(`${what}: ${breach}`);
    }
  }
  for (const era of rules.sharedCodes === true ? [] : (rules.eras ?? ERAS)) {
    const clash = clashIn(era, definitions, rules);
    if (clash !== undefined) fail(`${domain}.${clash}`);
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

function breachOfEra(definition: Definition, era: Era, rules: CatalogRules): string | undefined {
  const { code } = definition;
  const condition = typeof definition.condition === 'function' ? undefined : definition.condition;
  const emitted = rules.numbers === 'literal' ? code : projectNumber(definition, condition, era);
  const verdict = judgeCode(emitted, era);
  if (!verdict.allowed) return `${emitted} is not allowed in ${era}: ${verdict.rule}`;
  // A number that the specification defines may only be used for what the specification defines it for.
  if (
    verdict.level === 'defined' &&
    ERA_RULES[era].offset !== 0 &&
    rules.owner !== 'specification'
  ) {
    if (condition === undefined || ERA_RULES[era].codes[condition] !== emitted) {
      return `${emitted} has another meaning in ${era}: ${verdict.rule}`;
    }
  }
  return undefined;
}
