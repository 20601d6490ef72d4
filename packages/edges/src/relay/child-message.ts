import {
  idKey,
  scanId,
  type IdText,
  type NotificationMessage,
  type Parse,
  type Problem,
  type RequestMessage,
  type ResponseMessage,
  type WireError,
  objectOrEmpty,
} from '@errata/core/internal';
import { endOfJson, memberText, splitItems } from './json-slices.js';

/** One line of the server process, or a part of it, as classified. */
export type ChildMessage =
  | ChildReply
  /** A request or notification of the server's own, to be passed on as it is written. */
  | {
      readonly kind: 'own';
      readonly message: RequestMessage | NotificationMessage;
      readonly text: string;
    }
  /** A reply that must not be forwarded, and its request, if known. */
  | {
      readonly kind: 'broken';
      readonly ours: number | undefined;
      readonly why: string;
      readonly text: string;
    }
  /** A request of the server's own that no client would read. It waits for an answer. */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly text: string }
  /** Dropped. */
  | { readonly kind: 'noise'; readonly text: string };

export interface ChildReply {
  readonly kind: 'reply';
  /** Undefined if an error could not name its request. */
  readonly ours: number | undefined;
  readonly text: string;
  readonly result?: unknown;
  readonly error?: WireError;
}

export interface ChildReaderOptions {
  readonly parse: Parse;
  readonly mcp: boolean;
  readonly isInFlight: (ours: number) => boolean;
}

/** Reads the lines of a server process, which may hold anything. Never throws. */
export function createChildReader(options: ChildReaderOptions): (line: string) => ChildMessage[] {
  return (line) => {
    const text = line.trim();
    if (text === '') return [];
    if (text.startsWith('[') && Array.isArray(valueOf(text))) {
      return splitItems(text).map((item) => readOne(item, options));
    }
    const message = readOne(text, options);
    return message.kind === 'noise' ? salvage(text, options) : [message];
  };
}

function readOne(text: string, options: ChildReaderOptions): ChildMessage {
  const incoming = options.parse(text);
  switch (incoming.kind) {
    case 'request':
    case 'notification':
      return { kind: 'own', message: incoming, text };
    case 'response':
      return readResponse(incoming, text, options);
    case 'problem':
      return readProblem(incoming, text, options);
    case 'batch':
      return { kind: 'noise', text }; // a batch inside a batch
  }
}

function readResponse(
  { id, result, error }: ResponseMessage,
  text: string,
  { mcp }: ChildReaderOptions,
): ChildMessage {
  const ours = ourId(id);
  if (error !== undefined) return { kind: 'reply', ours, text, error };
  // The schemas of MCP know no other results, and its clients drop what does not fit and wait on.
  const sound = !mcp || (typeof result === 'object' && result !== null && !Array.isArray(result));
  return sound
    ? { kind: 'reply', ours, text, result }
    : { kind: 'broken', ours, why: 'its result is not an object', text };
}

function readProblem(problem: Problem, text: string, options: ChildReaderOptions): ChildMessage {
  const ours = ourId(problem.id ?? scanId(text));
  const value = valueOf(text);
  if (value === undefined || problem.problem === 'too-deep') {
    const meant = ours !== undefined && options.isInFlight(ours) && text.includes('"jsonrpc"');
    return meant
      ? { kind: 'broken', ours, why: lower(problem.details), text }
      : { kind: 'noise', text };
  }
  const members = objectOrEmpty(value);
  const { jsonrpc, id, method, result, error } = members;
  if (method !== undefined) {
    const waits = jsonrpc === '2.0' && typeof method === 'string' && problem.id !== undefined;
    return waits ? { kind: 'refused', problem, text } : { kind: 'noise', text };
  }
  if (result === undefined && error === undefined) {
    // JSON.stringify leaves out a result that is undefined. Without any jsonrpc it is a log record that has an id.
    return jsonrpc === '2.0' && id !== undefined
      ? { kind: 'broken', ours, why: 'it has neither a result nor an error', text }
      : { kind: 'noise', text };
  }
  return (
    withoutNull(members, text, options) ?? { kind: 'broken', ours, why: flawOf(members), text }
  );
}

/** Many languages write the member that is not used as null. What is meant is clear, so it is not an error here. */
function withoutNull(
  { jsonrpc, result, error, ...rest }: Record<string, unknown>,
  text: string,
  options: ChildReaderOptions,
): ChildMessage | undefined {
  if (jsonrpc !== '2.0' || result === undefined || error === undefined) return undefined;
  if (error !== null && result !== null) return undefined;
  const used = error === null ? { result } : { error };
  const again = options.parse(JSON.stringify({ jsonrpc, ...rest, ...used }));
  return again.kind === 'response' ? readResponse(again, text, options) : undefined;
}

function flawOf({ jsonrpc, id, result, error }: Record<string, unknown>): string {
  if (jsonrpc !== '2.0') return 'jsonrpc is not "2.0"';
  if (result !== undefined && error !== undefined) return 'it has both a result and an error';
  const { code, message } = objectOrEmpty(error);
  if (error !== undefined && !Number.isInteger(code)) return 'its error code is not an integer';
  if (error !== undefined && typeof message !== 'string') return 'its error has no message';
  return id === undefined || id === null ? 'it has no id' : 'its id is none that was sent';
}

/** How many beginnings of a message are looked for in a line that is none as a whole. */
const MAX_TRIES = 32;
const BEGINNING = /\{\s*"(?:jsonrpc|id|result|error)"\s*:/g;

/**
 * A print without a line end puts its text in front of the next message. Replies that somebody waits for are saved from
 * such lines, and nothing else: a log may well quote requests.
 */
function salvage(text: string, options: ChildReaderOptions): ChildMessage[] {
  const saved: ChildMessage[] = [];
  let noise = '';
  let from = 0;
  let tries = 0;
  for (const { index } of text.matchAll(BEGINNING)) {
    if (index < from) continue;
    if (++tries > MAX_TRIES) break;
    const end = endOfJson(text, index);
    if (end === -1) continue;
    const message = readOne(text.slice(index, end), options);
    const known =
      'ours' in message && message.ours !== undefined && options.isInFlight(message.ours);
    if (!known) continue;
    saved.push(message);
    noise += text.slice(from, index);
    from = end;
  }
  noise += text.slice(from);
  return noise.trim() === '' ? saved : [{ kind: 'noise', text: noise.trim() }, ...saved];
}

/** Our own ids are integers from 1. Some servers send them back as strings, which is the same id to us. */
export function ourId(id: IdText | undefined): number | undefined {
  if (id === undefined) return undefined;
  const key = idKey(id).replace(/^"(.*)"$/, '$1');
  return /^[1-9][0-9]{0,15}$/.test(key) ? Number(key) : undefined;
}

/** The source text of the result of a reply. */
export function resultText(text: string): string {
  return memberText(text, 'result') ?? 'null';
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which no JSON text means
  }
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
