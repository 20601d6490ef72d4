import type { Answer, Wire } from '@errata/prove';

export type Facts = Record<string, unknown>;

/** A reply as a client reads it: what was asked for, or what went wrong. */
interface Reply {
  readonly id: unknown;
  readonly facts: Facts | undefined;
  readonly failure:
    { readonly reason: string; readonly code: unknown; readonly data: Facts } | undefined;
}

interface Message {
  readonly id?: unknown;
  readonly error?: { readonly code: unknown; readonly data: Facts };
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: Facts;
    readonly _meta?: Facts;
  };
}

export function readReply({ message }: Pick<Answer, 'message'>): Reply {
  const { id, error, result } = (message ?? {}) as Message;
  if (error !== undefined) {
    const { code, data } = error;
    return { id, facts: undefined, failure: { reason: reasonOf(data), code, data } };
  }
  if (result?.isError !== true) {
    return { id, facts: result?.structuredContent, failure: undefined };
  }
  const { code, data } = result._meta?.['dev.errata/fault'] as { code: unknown; data: Facts };
  return { id, facts: undefined, failure: { reason: reasonOf(data), code, data } };
}

const reasonOf = (data: Facts): string => String(data['mcp_error_code']);

/** The facts of a call that has to work. */
export async function factsOf(call: Promise<Answer>): Promise<Facts> {
  const answer = await call;
  const { facts } = readReply(answer);
  if (facts === undefined) throw new Error(`the call failed: ${answer.text.slice(0, 500)}`);
  return facts;
}

/** What a call that has to fail was told. */
export async function failureOf(call: Promise<Answer>): Promise<NonNullable<Reply['failure']>> {
  const answer = await call;
  const { failure } = readReply(answer);
  if (failure === undefined) throw new Error(`the call worked: ${answer.text.slice(0, 500)}`);
  return failure;
}

interface AuditLine {
  readonly action: string;
  readonly actor: string;
  readonly outcome: string;
  readonly device_id?: string;
  readonly plan_id?: string;
}

/** What the service has on record, newest first. */
export async function auditOf(wire: Wire): Promise<readonly AuditLine[]> {
  const { message } = await wire.request('resources/read', { uri: 'audit://recent' });
  const { result } = message as { result: { contents: readonly [{ readonly text: string }] } };
  return (JSON.parse(result.contents[0].text) as { entries: readonly AuditLine[] }).entries;
}

/** The numbers of the contract, by revision, as the documents and the digit law of 2026-07-28 have them. */
export const NUMBERS = {
  PARSE_ERROR: { '2025-11-25': -32700, '2026-07-28': -32700 },
  INVALID_REQUEST: { '2025-11-25': -32600, '2026-07-28': -32600 },
  METHOD_NOT_FOUND: { '2025-11-25': -32601, '2026-07-28': -32601 },
  INVALID_PARAMS: { '2025-11-25': -32602, '2026-07-28': -32602 },
  INTERNAL_JSONRPC_ERROR: { '2025-11-25': -32603, '2026-07-28': -32603 },
  INTERNAL_ERROR: { '2025-11-25': -32000, '2026-07-28': -31000 },
  UNAUTHORIZED: { '2025-11-25': -32001, '2026-07-28': -31001 },
  FORBIDDEN: { '2025-11-25': -32002, '2026-07-28': -31002 },
  NOT_FOUND: { '2025-11-25': -32003, '2026-07-28': -31003 },
  CONFLICT: { '2025-11-25': -32004, '2026-07-28': -31004 },
  VALIDATION_ERROR: { '2025-11-25': -32005, '2026-07-28': -31005 },
  RATE_LIMITED: { '2025-11-25': -32006, '2026-07-28': -31006 },
  TIMEOUT: { '2025-11-25': -32007, '2026-07-28': -31007 },
  DEVICE_UNREACHABLE: { '2025-11-25': -32010, '2026-07-28': -31010 },
  DEVICE_AUTH_FAILED: { '2025-11-25': -32011, '2026-07-28': -31011 },
  DEVICE_ERROR: { '2025-11-25': -32012, '2026-07-28': -31012 },
  DEVICE_UNSUPPORTED: { '2025-11-25': -32013, '2026-07-28': -31013 },
  INVALID_CONFIGURATION: { '2025-11-25': -32020, '2026-07-28': -31020 },
  UNSAFE_OPERATION: { '2025-11-25': -32021, '2026-07-28': -31021 },
  PLAN_NOT_APPROVED: { '2025-11-25': -32030, '2026-07-28': -31030 },
  PLAN_EXPIRED: { '2025-11-25': -32031, '2026-07-28': -31031 },
} as const;

export const ERAS = ['2025-11-25', '2026-07-28'] as const;

export type ServedEra = (typeof ERAS)[number];

/** The number of a reason; undefined if the contract has no such reason. */
export function numberOf(reason: string, era: ServedEra): number | undefined {
  const numbers: Readonly<Record<string, Readonly<Record<ServedEra, number>>>> = NUMBERS;
  return Object.hasOwn(numbers, reason) ? numbers[reason]?.[era] : undefined;
}
