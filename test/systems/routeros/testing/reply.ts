import type { Answer } from '@errata/prove';

export type Facts = Record<string, unknown>;

/** A reply as a client reads it: what was asked for, or what went wrong. */
export interface Reply {
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
