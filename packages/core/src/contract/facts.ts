import {
  EFFECTS,
  STRATEGIES,
  type Effect,
  type Fault,
  type Fields,
  type Ref,
  type Strategy,
} from '../fault/index.js';

/** The key in `_meta` under which a tool result carries what its first line says in words. */
export const FAULT_META_KEY = 'dev.errata/fault';

/** The facts of a fault for programs. The members and their names are pinned: clients read them. */
export interface Facts {
  readonly domain: string;
  readonly reason: string;
  readonly code: number;
  readonly category: string;
  readonly retryable: boolean;
  /** Seconds. */
  readonly retry_after?: number;
  readonly effect: Effect;
  readonly recovery_strategy: Strategy;
  readonly ref: Ref;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** How `error.data` looks where it holds the facts: the declared fields are in its `data`. */
export const FACTS_LAYOUT = {
  envelope: {
    domain: 'string',
    reason: 'string',
    code: 'integer',
    category: 'string',
    retryable: 'boolean',
    retry_after: { type: 'number?', description: 'Seconds' },
    effect: { type: 'string', values: EFFECTS },
    recovery_strategy: { type: 'string', values: STRATEGIES },
    ref: { type: 'string', description: 'corr- and 16 hexadecimal digits' },
    data: { type: 'object?', description: 'The declared fields of the reason' },
  },
  contextIn: 'data',
} as const satisfies { envelope: Fields; contextIn: string };

export function factsOf(
  fault: Fault,
  code: number,
  data: Readonly<Record<string, unknown>> | undefined,
): Facts {
  const { definition, retryAfter } = fault;
  const { domain, reason, category } = definition;
  // Assigned one by one: spreading what may be missing costs more than all the rest.
  const facts: Writable<Partial<Facts>> = { domain, reason, code, category };
  facts.retryable = fault.retryable;
  if (retryAfter !== undefined) facts.retry_after = retryAfter;
  facts.effect = fault.effect;
  facts.recovery_strategy = fault.strategy;
  facts.ref = fault.ref;
  if (data !== undefined) facts.data = data;
  return facts as Facts;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
