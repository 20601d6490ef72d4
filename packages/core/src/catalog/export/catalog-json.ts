import type { Definition, Strategy } from '../../fault/index.js';
import type { CatalogInfo } from '../define-catalog.js';
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

export interface CatalogJson {
  readonly domain: string;
  readonly failures: readonly FailureJson[];
}

/** A catalog as plain JSON for programs in any language: no functions, nothing that needs an occurrence. */
export function toCatalogJson(catalog: CatalogInfo): CatalogJson {
  return { domain: catalog.domain, failures: catalog.definitions.map(failureJson) };
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
