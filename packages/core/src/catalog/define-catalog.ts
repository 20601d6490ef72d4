import { assertKeys, Fault, resolveFields } from '../fault/index.js';
import type { ContextOf, Definition, DefinitionInput, FaultOptions } from '../fault/index.js';
import { assertDefinitions, type CatalogRules } from './assert-definitions.js';
import type { DefinitionsOf } from './failures.js';
import { STANDARD_DOMAIN, standardFailures } from './standard-failures.js';

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

/** What a catalog says about itself. Reasons are UPPER_SNAKE, so these names cannot meet them. */
export interface CatalogInfo {
  readonly domain: string;
  readonly rules: CatalogRules;
  /** Every definition in the order written. */
  readonly definitions: readonly Definition[];
  /** The definition of a reason, or undefined: the keys of the wire are not trusted with property access. */
  definition(reason: string): Definition | undefined;
  /** What the peer gets in place of anything that was not declared. */
  readonly unexpected: Definition;
}

/** The failures of one domain, each a function that makes the fault: `throw shop.SOLD_OUT({ item })`. */
export type Catalog<M> = Failures<M> & CatalogInfo;

/** Rules of a catalog beside its definitions. */
export interface CatalogOptions<Reason extends string> extends CatalogRules {
  /** The reason that is sent for failures that nobody declared. Default: the standard −32603. */
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
  assertKeys(`catalog ${domain}`, options, OPTION_KEYS);
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

function resolveDefinition(
  domain: string,
  reason: string,
  { context, ...rest }: DefinitionInput,
): Definition {
  assertKeys(`${domain}.${reason}`, rest, DEFINITION_KEYS);
  const facts = rest as Omit<Definition, 'domain' | 'reason' | 'fields'>;
  return { ...facts, domain, reason, fields: resolveFields(context ?? {}) };
}

/** Complete by their types. */
const OPTION_KEYS = Object.keys({
  ...{ unexpected: 0, sharedCodes: 0, eras: 0, numbers: 0, digitLaw: 0, owner: 0 },
} satisfies Record<keyof CatalogOptions<string>, 0>);

const DEFINITION_KEYS = Object.keys({
  ...{ code: 0, codes: 0, title: 0, category: 0, name: 0, when: 0, condition: 0, details: 0 },
  ...{ recovery: 0, retryable: 0, retryableWhen: 0, effect: 0, suggestion: 0, suggestions: 0 },
  ...{ nextSteps: 0, alternatives: 0, http: 0 },
} satisfies Record<Exclude<keyof DefinitionInput, 'context'>, 0>);

const INTERNAL_ERROR = resolveDefinition(
  STANDARD_DOMAIN,
  'INTERNAL_ERROR',
  standardFailures.INTERNAL_ERROR as unknown as DefinitionInput,
);

function createFailure(definition: Definition): Failure<object> {
  const required = definition.fields.filter((field) => field.required).map(({ name }) => name);
  const create = (context: object = {}, options?: FaultOptions) => {
    for (const name of required) {
      // Plain JavaScript does not find this before it runs; the wire would say `undefined`.
      if ((context as Record<string, unknown>)[name] === undefined)
        throw new TypeError(`${definition.domain}.${definition.reason} needs ${name}`);
    }
    return new Fault(definition, context, options);
  };
  return Object.assign(create, { definition });
}
