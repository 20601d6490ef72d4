import { FAULT_META_KEY, objectOrEmpty } from '@errata/core/internal';
import type { Contract } from '@errata/core';

/** A failure as a reply tells it. */
export interface Reply {
  readonly surface: 'rpc' | 'tool';
  readonly code: unknown;
  /** `error.message`, or what the first text block of a result says first. */
  readonly line: string;
  /** Whether the line is one line; of a result only the first counts. */
  readonly single: boolean;
  /** `error.data`, or the facts of a result. */
  readonly data: unknown;
  /** What the domain has to say, with the facts around it taken off. */
  readonly payload: unknown;
  readonly domain: string | undefined;
  readonly reason: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Read the failure of a response; undefined if it has none. */
export function readReply(message: unknown, contract: Contract): Reply | undefined {
  const { error, result } = objectOrEmpty(message);
  if (error !== undefined && error !== null) return readError(error, contract);
  return objectOrEmpty(result)['isError'] === true ? readResult(result, contract) : undefined;
}

function readError(error: unknown, contract: Contract): Reply {
  const { code, message, data } = objectOrEmpty(error);
  const line = typeof message === 'string' ? message : '';
  // A guard leaves the data of a server's own errors as it was, and puts the facts beside it.
  const beside = objectOrEmpty(data)[FAULT_META_KEY];
  const facts = beside === undefined ? data : { ...objectOrEmpty(beside), data };
  return {
    surface: 'rpc',
    code,
    line,
    single: !/[\r\n]/.test(line),
    ...readFacts(facts, contract),
  };
}

function readResult(result: unknown, contract: Contract): Reply {
  const { content, _meta } = objectOrEmpty(result);
  const blocks: readonly unknown[] = Array.isArray(content) ? (content as unknown[]) : [];
  const text = blocks
    .map((block) => objectOrEmpty(block)['text'])
    .find((each) => each !== undefined);
  const line = typeof text === 'string' ? (text.split('\n')[0] ?? '') : '';
  const facts = objectOrEmpty(_meta)[FAULT_META_KEY];
  const { code } = objectOrEmpty(facts);
  return { surface: 'tool', code, line, single: true, ...readFacts(facts, contract) };
}

function readFacts(data: unknown, contract: Contract) {
  const { domain, reason: named, recovery_strategy: strategy, data: inner } = objectOrEmpty(data);
  const wrapped = [domain, named, strategy].every((member) => typeof member === 'string');
  const { reason, context } = contract.read(data);
  return {
    data,
    payload: wrapped ? inner : data,
    domain: wrapped ? (domain as string) : undefined,
    reason,
    context,
  };
}
