import type { Era } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import { objectOrEmpty } from '@errata/core/internal';
import type { EngramLang } from './messages.js';
import { ToolResultErrorCode } from './namespaces.js';

/** The result of a tool (§1.2): the request was valid, and the gateway decided on it. */
export type GatewayResult =
  OkResult | RedirectResult | DegradedResult | RejectResult | FailedResult;

/** A call that did what was asked. */
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

/** Found without OpenMemory, by a simpler search. */
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

/** A tool that could not do its work. No policy refused it. */
export interface FailedResult extends Refusal {
  readonly action?: never;
}

interface Refusal {
  readonly ok: false;
  readonly error_code: ToolResultErrorCode;
  readonly message: string;
}

type Given<R> = Omit<R, 'ok' | 'action' | 'degraded'>;

/** A result of a call that did what was asked: `ok: true`. */
export function okResult<const F extends object>(fields: F): F & { readonly ok: true } {
  return marked({ ok: true }, fields);
}

/** A result that a policy refused: `ok: false, action: "reject"`. */
export function rejectResult<const F extends Given<RejectResult>>(fields: F): F & RejectResult {
  return marked({ ok: false, action: 'reject' }, fields);
}

/** A result of a tool that could not do its work: `ok: false`, without `action`. */
export function failedResult<const F extends Given<FailedResult>>(fields: F): F & FailedResult {
  return marked({ ok: false }, fields);
}

/** A result of a memory that waits in the outbox: `ok: true, action: "redirect"`. */
export function redirectResult<const F extends Given<RedirectResult>>(
  fields: F,
): F & RedirectResult {
  return marked({ ok: true, action: 'redirect' }, fields);
}

/** A result that was found without OpenMemory: `ok: true, degraded: true`. */
export function degradedResult<const F extends Given<DegradedResult>>(
  fields: F,
): F & DegradedResult {
  return marked({ ok: true, degraded: true }, fields);
}

/** The members that identify the form come first, and no field can change them. */
function marked<const M extends object, F extends object>(marks: M, fields: F): F & M {
  return { ...marks, ...fields, ...marks };
}

/** A gateway result on the tool surface of MCP. */
export interface GatewayToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: GatewayResult;
  readonly isError?: true;
  readonly resultType?: 'complete';
}

/** The text of a result. Default: a line that says what went wrong. */
export interface ResultWords {
  /** Default: English. */
  readonly lang?: EngramLang;
  /** One line that is complete without the rest. */
  readonly line?: string;
  /** What follows it, in place of the result as JSON. */
  readonly body?: string;
}

/** Makes the MCP tool result. A host counts failures by `isError`, a model reads the first line: both say it. */
export function toToolResult(
  result: GatewayResult,
  era: Era,
  { lang = 'en', line = FIRST_LINES[lang](result), body }: ResultWords = {},
): GatewayToolResult {
  const rest = body ?? JSON.stringify(result);
  return {
    content: [{ type: 'text', text: line === undefined ? rest : `${line}\n${rest}` }],
    structuredContent: result,
    ...(!result.ok && { isError: true as const }),
    ...(ERA_RULES[era].resultType && { resultType: 'complete' as const }),
  };
}

const FIRST_LINES: Record<EngramLang, (result: GatewayResult) => string | undefined> = {
  en: (result) =>
    firstLine(result, {
      redirected: (id) => `REDIRECTED: not stored yet, it waits in the outbox as ${id}.`,
      degraded: 'DEGRADED: OpenMemory is not available; these results are from the Logbook.',
    }),
  zh: (result) =>
    firstLine(result, {
      redirected: (id) => `REDIRECTED: 尚未写入，在 outbox 中等待: ${id}。`,
      degraded: 'DEGRADED: OpenMemory 服务不可用，以下结果来自 Logbook。',
    }),
};

interface FirstLines {
  redirected(outboxId: string | number): string;
  readonly degraded: string;
}

function firstLine(result: GatewayResult, lines: FirstLines): string | undefined {
  if (!result.ok) return `${result.error_code}: ${result.message.replace(/\s+/g, ' ').trim()}`;
  if (result.action === 'redirect') return lines.redirected(result.outbox_id);
  return result.degraded === true ? lines.degraded : undefined;
}

const CODES: ReadonlySet<unknown> = new Set(Object.values(ToolResultErrorCode));

/** Whether the facts of a failed result are a decision of the gateway, with a code of results. */
export function isDeclaredResult(structuredContent: unknown): boolean {
  const { ok, error_code } = objectOrEmpty(structuredContent);
  return ok === false && CODES.has(error_code);
}
