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
  /** Present where the occurrence decides; `recovery` is then a careful choice, never a retry. */
  readonly recovery_varies?: true;
  /** True only where every occurrence is worth a retry: who reads no further is on the safe side. */
  readonly retryable: boolean;
  /** Present where the occurrence decides: what it depends on. */
  readonly retryable_when?: string;
}

/** A digit law: how a code is read by its last two digits. */
export interface DigitLawJson {
  /** `-320XY` */
  readonly form: string;
  readonly x: readonly {
    readonly digit: number;
    /** Null where the digit is kept for later. */
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
  /** Present where the catalog put itself under one. */
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

/** What a reader may do who looks at nothing else: never a retry that some occurrence forbids. */
function carefulStrategy(definition: Definition<never>): Strategy {
  const known = strategiesOf(definition);
  // What was found of a computed strategy need not be all of it, so a blind retry is not among the answers.
  const safe = strategyVaries(definition)
    ? known.filter((one) => one !== 'retry_with_backoff')
    : known;
  // STRATEGIES go from the boldest to the most careful, and so do these.
  return safe.at(-1) ?? 'report_and_abort';
}
