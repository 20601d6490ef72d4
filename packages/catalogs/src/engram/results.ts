import { ERA_RULES, type Era } from '@errata/core/era';
import type { ToolResultErrorCode } from './namespaces.js';

/** What a tool of the gateway answers (§1.2): a valid request that the gateway decided on, one way or the other. */
export type GatewayResult =
  OkResult | RedirectResult | DegradedResult | RejectResult | FailedResult;

export interface OkResult {
  readonly ok: true;
  readonly action?: never;
  readonly degraded?: never;
}

/** Not stored yet: it waits in the outbox. */
export interface RedirectResult {
  readonly ok: true;
  readonly action: 'redirect';
  readonly outbox_id: string | number;
}

/** Found, but by the second-best way. */
export interface DegradedResult {
  readonly ok: true;
  readonly degraded: true;
  readonly results: readonly unknown[];
  readonly action?: never;
}

/** A decision against the call. */
export interface RejectResult extends Refusal {
  readonly action: 'reject';
}

/** A tool that could not do its work, without anybody having decided so. */
export interface FailedResult extends Refusal {
  readonly action?: never;
}

interface Refusal {
  readonly ok: false;
  readonly error_code: ToolResultErrorCode;
  readonly message: string;
}

type Given<R> = Omit<R, 'ok' | 'action' | 'degraded'>;

export function okResult<const F extends object>(fields: F): F & { readonly ok: true } {
  return { ...fields, ok: true };
}

export function rejectResult<const F extends Given<RejectResult>>(fields: F): F & RejectResult {
  return { ...fields, ok: false, action: 'reject' };
}

export function failedResult<const F extends Given<FailedResult>>(fields: F): F & FailedResult {
  return { ...fields, ok: false };
}

export function redirectResult<const F extends Given<RedirectResult>>(
  fields: F,
): F & RedirectResult {
  return { ...fields, ok: true, action: 'redirect' };
}

export function degradedResult<const F extends Given<DegradedResult>>(
  fields: F,
): F & DegradedResult {
  return { ...fields, ok: true, degraded: true };
}

/** A gateway result on the tool surface of MCP. */
export interface GatewayToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: GatewayResult;
  readonly isError?: true;
  readonly resultType?: 'complete';
}

/** Put a result on the tool surface. A host counts failures by `isError` and a model reads the first line: both say it. */
export function toToolResult(result: GatewayResult, era: Era): GatewayToolResult {
  const line = firstLine(result);
  const json = JSON.stringify(result);
  return {
    content: [{ type: 'text', text: line === undefined ? json : `${line}\n${json}` }],
    structuredContent: result,
    ...(!result.ok && { isError: true as const }),
    ...(ERA_RULES[era].resultType && { resultType: 'complete' as const }),
  };
}

function firstLine(result: GatewayResult): string | undefined {
  if (!result.ok) return `${result.error_code}: ${result.message.replace(/\s+/g, ' ').trim()}`;
  if (result.action === 'redirect') {
    return `REDIRECTED: not stored yet, it waits in the outbox as ${result.outbox_id}.`;
  }
  return result.degraded === true
    ? 'DEGRADED: OpenMemory is not available; these results are from the Logbook.'
    : undefined;
}
