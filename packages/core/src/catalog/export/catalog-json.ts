import type { Definition, Strategy } from '../../fault/index.js';
import type { CatalogInfo } from '../define-catalog.js';
import type { DigitLaw } from '../digit-law.js';
import { retryableOf, strategiesOf, strategyVaries } from './render.js';

export interface FailureJson {
  readonly reason: string;
  readonly code: number;
  readonly title: string;
  readonly category: string;
  readonly recovery: Strategy;
  /** Present if the strategy depends on the occurrence; `recovery` is then a safe default, never a retry. */
  readonly recovery_varies?: true;
  /** True only if every occurrence may be retried. */
  readonly retryable: boolean;
  /** Present if `retryable` depends on the occurrence: what it depends on. */
  readonly retryable_when?: string;
}

/** A digit law: how a code is read by its last two digits. */
export interface DigitLawJson {
  /** `-320XY` */
  readonly form: string;
  readonly x: readonly {
    readonly digit: number;
    /** Null if the digit is reserved. */
    readonly category: string | null;
    readonly meaning?: string;
  }[];
  readonly y: {
    readonly '0': { readonly kind: 'general'; readonly requires: readonly string[] };
    readonly '1-9': { readonly kind: 'specific' };
  };
}

export interface CatalogJson {
  readonly domain: string;
  /** Present if the catalog has a digit law. */
  readonly digit_law?: DigitLawJson;
  readonly failures: readonly FailureJson[];
}

/** A catalog as plain JSON for programs in any language: no functions, nothing that needs an occurrence. */
export function toCatalogJson(catalog: CatalogInfo): CatalogJson {
  const { domain, definitions, rules } = catalog;
  return {
    domain,
    ...(rules.digitLaw && { digit_law: digitLawJson(rules.digitLaw) }),
    failures: definitions.map(failureJson),
  };
}

function digitLawJson({ base, categories, meanings = {}, generalFields }: DigitLaw): DigitLawJson {
  return {
    form: `${Math.trunc(base / 100)}XY`,
    x: Object.entries(categories).map(([digit, category]) => {
      const meaning = meanings[Number(digit)];
      return { digit: Number(digit), category, ...(meaning !== undefined && { meaning }) };
    }),
    y: { '0': { kind: 'general', requires: generalFields }, '1-9': { kind: 'specific' } },
  };
}

function failureJson(definition: Definition<never>): FailureJson {
  const { reason, code, title, category } = definition;
  const retryable = retryableOf(definition);
  return {
    reason,
    code,
    title,
    category,
    recovery: carefulStrategy(definition),
    ...(strategyVaries(definition) && { recovery_varies: true as const }),
    retryable: retryable === true,
    ...(retryable === undefined && {
      retryable_when: definition.retryableWhen ?? 'depends on the occurrence',
    }),
  };
}

/** A strategy that is safe for every occurrence: never a retry that some occurrence forbids. */
function carefulStrategy(definition: Definition<never>): Strategy {
  const known = strategiesOf(definition);
  // The samples of a computed strategy may be incomplete, so a blind retry is never the answer.
  const safe = strategyVaries(definition)
    ? known.filter((one) => one !== 'retry_with_backoff')
    : known;
  // STRATEGIES go from the boldest to the most careful, and so do these.
  return safe.at(-1) ?? 'report_and_abort';
}
