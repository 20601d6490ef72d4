import type { Era } from '../era/index.js';
import {
  describeCause,
  redactFault,
  type CauseRecord,
  type Effect,
  type Fault,
  type Ref,
  type Strategy,
} from '../fault/index.js';
import { viewOfOwn } from './clean.js';
import { declaredContext } from './shape.js';
import type { Contract } from './define-contract.js';
import type { View } from './view.js';

/** Facts about the failed call. */
export interface FailedCall {
  /** The JSON-RPC id, as text; never used to correlate, because clients reuse ids. */
  readonly requestId?: string;
  readonly method?: string;
  readonly toolName?: string;
  readonly traceparent?: string;
}

/** The operator's record: everything, once, under the ref that the peer was given. */
export interface FaultRecord {
  readonly event: 'tool_error' | 'rpc_error';
  /** The same ref as in the reply. */
  readonly ref: Ref;
  readonly request_id: string | null;
  readonly tool_name: string | null;
  /** The number that was sent. */
  readonly error_code: number;
  /** The reason. */
  readonly mcp_error_code: string;
  readonly details: string;
  readonly domain: string;
  readonly category: string;
  readonly recovery_strategy: Strategy;
  readonly retryable: boolean;
  readonly retry_after?: number;
  readonly effect: Effect;
  readonly era: Era;
  readonly method?: string;
  readonly traceparent?: string;
  /** The declared fields. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The thrower's details for the operator only. */
  readonly debug?: string;
  /** The cause chain, outermost first. */
  readonly causes: readonly CauseRecord[];
  readonly stack?: string;
}

/** Make the operator's record. Secrets are removed here too; nothing is shortened. */
export function toFaultRecord(
  given: Fault,
  contract: Contract,
  view: View,
  call: FailedCall = {},
): FaultRecord {
  const { redactor } = view;
  const fault = redactFault(given, redactor);
  const { retryAfter } = fault;
  const record: FaultRecord = {
    event: call.toolName === undefined ? 'rpc_error' : 'tool_error',
    ref: fault.ref,
    request_id: call.requestId ?? null,
    tool_name: call.toolName ?? null,
    error_code: contract.number(fault, view.era),
    mcp_error_code: fault.reason,
    details: fault.details,
    domain: fault.domain,
    category: fault.definition.category,
    recovery_strategy: fault.strategy,
    retryable: fault.retryable,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    effect: fault.effect,
    era: view.era,
    ...(call.method !== undefined && { method: call.method }),
    ...(call.traceparent !== undefined && { traceparent: call.traceparent }),
    context: declaredContext(fault),
    ...(fault.given.debug !== undefined && { debug: fault.given.debug }),
    causes: [...new Set([given.cause, fault.broken?.thrown])]
      .filter((cause) => cause !== undefined)
      .flatMap((cause) => describeCause(cause, redactor.redact)),
    ...(fault.stack !== undefined && { stack: fault.stack }),
  };
  return viewOfOwn(fault, [], view).redactor.redactDeep(record) as FaultRecord;
}
