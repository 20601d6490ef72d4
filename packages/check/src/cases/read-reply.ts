import { objectOrEmpty, parseJson, isObject } from '../json/json.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import type { Probe } from '../probe.js';
import { isModern, kindOf } from '../session/messages.js';

const ID = /["']?\bid["']?\s*:\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]]+)/g;

/** Numbers that are written longer than this are compared as they are written. */
const LONGEST_NUMBER = 64;

/**
 * All ids that a reader might find in a text, without their types. Invalid JSON, and members that are named twice,
 * have ids too: a server that reads them in its own way answers a question that was asked.
 */
export function idsIn(text: string): readonly string[] {
  const value = parseJson(text);
  const messages: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  const read = messages.flatMap((message) => objectOrEmpty(message)['id'] ?? []);
  const written = [...text.matchAll(ID)].map(([, id = '']) => valueOf(id));
  const found = read.length > written.length ? read : written;
  return found.flatMap((id) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
  );
}

/** What no reader of JSON understands is taken as it is written, but for its quotes. */
function valueOf(id: string): unknown {
  const value = parseJson(id);
  return value === undefined ? id.replace(/^'(.*)'$/, '$1') : value;
}

/** Whether two ids, as JSON text, are one value: `"\u00e9"` and `"é"` are, `7` and `"7"` are not, nor are numbers that only a double confuses. */
export function sameId(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [parseJson(one), parseJson(other)];
  if (typeof a === 'number' && typeof b === 'number') return exactly(one) === exactly(other);
  return typeof a === 'string' && a === b;
}

/** One spelling for all spellings of a number: `77`, `77.0` and `7.7e1` are the same. */
function exactly(text: string): string {
  if (text.length > LONGEST_NUMBER) return text;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = (whole.replace('-', '') + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** The request with which a run in MCP began, and its result. */
interface Beginning {
  readonly exchange: WireExchange;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The error object of a response, where it has one. */
export function errorOf(
  message: ReceivedMessage | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { error } = objectOrEmpty(message?.value);
  return isObject(error) ? objectOrEmpty(error) : undefined;
}

/** The result of a response, where it has one that is an object. */
export function resultOf(
  message: ReceivedMessage | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { result } = objectOrEmpty(message?.value);
  return isObject(result) ? objectOrEmpty(result) : undefined;
}

/** Whether a response has a result, of whatever type: JSON-RPC lets it be any value. Beside an error it does not count. */
export function hasResult(message: ReceivedMessage | undefined): boolean {
  return Object.hasOwn(objectOrEmpty(message?.value), 'result') && errorOf(message) === undefined;
}

/** The code of an error response; undefined if there is no error. */
export function codeOf(message: ReceivedMessage | undefined): unknown {
  return errorOf(message)?.['code'];
}

/** Whether HTTP refused any of it. */
function isRefusedByHttp({ httpAnswers }: WireExchange): boolean {
  return httpAnswers.some(({ status }) => status >= 400);
}

/** Whether a call failed in a way that hosts count: an error, or a result with `isError`. */
export function hasFailed({ reply }: WireExchange): boolean {
  return errorOf(reply) !== undefined || resultOf(reply)?.['isError'] === true;
}

/** The text blocks of a tool result. */
export function textsOf(result: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const content = result?.['content'];
  const blocks: readonly unknown[] = Array.isArray(content) ? (content as unknown[]) : [];
  return blocks.flatMap((block) => {
    const { type, text } = objectOrEmpty(block);
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
}

/** All words of a failure that a reader may get to see: message and data of an error, or the texts of a result. */
export function failureText(message: ReceivedMessage | undefined): string {
  const error = errorOf(message);
  if (error === undefined) return textsOf(resultOf(message)).join('\n');
  const data = error['data'] === undefined ? '' : `\n${JSON.stringify(error['data'])}`;
  return `${String(error['message'])}${data}`;
}

/** A reply in a few words, for sentences: `error -32601 "Method not found"`, `a result`, `no reply`. */
export function describe({ reply, state, httpAnswers }: WireExchange): string {
  const [answer] = httpAnswers;
  const status = answer === undefined ? '' : `HTTP ${answer.status} with `;
  const error = errorOf(reply);
  if (error !== undefined) {
    return `${status}error ${String(error['code'])} ${JSON.stringify(String(error['message']).slice(0, 80))}`;
  }
  if (resultOf(reply)?.['isError'] === true) return `${status}a result with isError`;
  if (reply !== undefined)
    return hasResult(reply) ? `${status}a result` : `${status}something else`;
  if (state === 'closed') return `${status}no reply: the connection was closed`;
  const type = answer?.headers['content-type'];
  return type === undefined || answer?.body === ''
    ? `${status}no reply`
    : `${status}no reply, but ${type.split(';', 1)[0]!.slice(0, 40)}`;
}

/** Responses one by one: those of a batch stand for themselves. */
export function entriesOf(message: readonly ReceivedMessage[]): readonly ReceivedMessage[] {
  return message.flatMap((each) => {
    if (!Array.isArray(each.value)) return kindOf(each) === 'response' ? [each] : [];
    return (each.value as unknown[])
      .map((value) => ({ text: JSON.stringify(value), value, at: each.at }))
      .filter((entry) => kindOf(entry) === 'response');
  });
}

/** Whether a result is the last word: 2026-07-28 has others too, such as `input_required`, and extensions have their own. */
export function isFinal({ resultType }: Readonly<Record<string, unknown>>): boolean {
  return resultType === undefined || resultType === 'complete';
}

/** Whether a value is meant as a message: the body of a refusal over HTTP need not be one. */
export function isMeant(value: unknown, exchange: WireExchange): boolean {
  return !isRefusedByHttp(exchange) || Object.hasOwn(objectOrEmpty(value), 'jsonrpc');
}

/** The reply, where it is meant as a message. */
export function meantReply(exchange: WireExchange): ReceivedMessage | undefined {
  const { reply } = exchange;
  return reply !== undefined && isMeant(reply.value, exchange) ? reply : undefined;
}

/** How the run began; undefined if there was no result. */
export function beginningOf({ exchanges, era }: Probe): Beginning | undefined {
  const method = isModern(era) ? 'server/discover' : 'initialize';
  const asks = ({ sent: [text = ''] }: WireExchange): boolean =>
    objectOrEmpty(parseJson(text))['method'] === method;
  const exchange = exchanges.find(asks);
  const result = resultOf(exchange?.reply);
  return exchange === undefined || result === undefined ? undefined : { exchange, result };
}
