import { Fault, peek, type Definition, type Effect, type Strategy } from '../fault/index.js';
import type { FailureInfo } from './failure.js';
import { compact, keysOf } from './peek.js';
import { readDeclared, type Declared, type ReadOptions } from './read-declared.js';
import { readWire, type WireKnowledge } from './read-wire.js';

/** The parts that each surface finds in its own place. */
export interface Found {
  readonly code?: number | undefined;
  readonly message: string | undefined;
  /** `error.data`, the facts, or the problem document. */
  readonly data: unknown;
  readonly status?: number;
  readonly retryAfter?: number | undefined;
  /** The number does not prove that nothing was done: see {@link effectOf}. */
  readonly doubtful?: boolean;
  readonly raw: unknown;
}

/** Join what the wire says with what the catalog declares. The wire wins: it speaks of this occurrence. */
export function readInfo(found: Found, options: ReadOptions): FailureInfo {
  const wire = readWire(found.data);
  const code = found.code ?? wire.code;
  const message = stripPrefix(found.message ?? '');
  const declared = readDeclared(wire, code, message, options);
  const missing = namesMissingTool(wire, code, options) ? UNKNOWN_TOOL : undefined;
  return compact({
    domain: wire.domain ?? declared?.domain,
    reason: declared?.reason ?? wire.reason ?? missing?.reason,
    code,
    message: message === '' ? (wire.details ?? 'The peer gave no message') : message,
    details: wire.details,
    category: wire.category ?? declared?.category,
    retryable: wire.retryable ?? (wire.strategy === undefined ? declared?.retryable : undefined),
    retryAfter: laterOf(wire.retryAfter, found.retryAfter) ?? declared?.retryAfter,
    effect: missing?.effect ?? effectOf(wire, declared, code, found),
    strategy: wire.strategy ?? reconcile(wire.retryable, declared?.strategy) ?? missing?.strategy,
    ref: wire.ref,
    fields: wire.fields,
    suggestion: wire.suggestion ?? declared?.suggestion ?? missing?.suggestion,
    nextSteps: wire.nextSteps ?? declared?.nextSteps,
    alternatives: wire.alternatives,
    tool: options.tool,
    data: wire.payload,
    raw: found.raw,
  }) as FailureInfo;
}

/** What is known of a call whose tool does not exist. */
export const UNKNOWN_TOOL = {
  reason: 'UNKNOWN_TOOL',
  effect: 'none',
  strategy: 'fix_and_retry',
  suggestion: 'Choose another tool from tools/list',
} as const;

/** MCP has one code for wrong arguments and an unknown tool. Our servers name the tool in the data of the latter, and nothing else. */
function namesMissingTool(
  { payload, reason }: WireKnowledge,
  code: number | undefined,
  { tool }: ReadOptions,
): boolean {
  if (code !== -32602 || reason !== undefined || tool === undefined) return false;
  return peek(payload, 'tool') === tool && keysOf(payload).length === 1;
}

/** SDK v1 writes `MCP error <code>: ` before the message, and once more where an error passes through two of them. */
export function stripPrefix(message: string): string {
  return message.replace(/^(?:MCP error -?[0-9]+: ?)+/, '');
}

/** A header and a body may both name a time; coming after both is right for either. */
function laterOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** The peer's word on retrying this occurrence outweighs what is declared for all of them. */
function reconcile(
  retryable: boolean | undefined,
  declared: Strategy | undefined,
): Strategy | undefined {
  if (retryable === true && declared === 'report_and_abort') return 'retry_with_backoff';
  if (retryable === false && declared === 'retry_with_backoff') return 'report_and_abort';
  return declared;
}

/**
 * The effect of the failed call: from the wire, else the default of our servers, else from the place of the failure.
 * The JSON-RPC layer raises its four codes before a handler runs; a refusal for lack of a token or for haste does nothing
 * either. Anything else is unknown, because a wrong "none" makes a client repeat a write.
 */
function effectOf(
  wire: WireKnowledge,
  declared: Declared | undefined,
  code: number | undefined,
  { status, doubtful }: Found,
): Effect {
  if (wire.effect !== undefined) return wire.effect;
  if (doubtful === true) return 'unknown';
  if (declared?.effect !== undefined) return declared.effect;
  if (wire.strategy !== undefined)
    return new Fault(UNDECLARED, {}, { strategy: wire.strategy }).effect;
  if (status === 401 || status === 429) return 'none';
  if (status !== undefined && status >= 500) return 'unknown';
  if (code !== undefined && BEFORE_THE_HANDLER.has(code)) return 'none';
  return wire.category === 'validation' ? 'none' : 'unknown';
}

/** A failure with a known strategy and nothing else. */
const UNDECLARED: Definition = {
  ...{ domain: '', reason: '', code: 0, title: '', category: '', fields: [] },
  recovery: 'report_and_abort',
};

const BEFORE_THE_HANDLER: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602]);
