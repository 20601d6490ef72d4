import type { Era } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import {
  CAPABILITIES_KEY,
  CLIENT_KEY,
  objectOrEmpty,
  metaOf,
  MODERN,
  VERSION_KEY,
} from '@errata/core/internal';
import { ProbeError, type Answer, type Wire, type ProbeWireOptions } from './wire.js';

/** Who asks, by default. */
const CLIENT = { name: 'errata-prove', version: '0.1.0' } as const;

/** Whether requests carry an envelope instead of a handshake. */
export function isModern(era: Era): boolean {
  return era === MODERN;
}

/** Writes the messages of a client in an era, each request under an id of its own. */
export function createScribe(era: Era, { clientInfo = CLIENT }: ProbeWireOptions) {
  let last = 0;
  const around = (params: object | undefined): object => {
    if (!isModern(era)) return params === undefined ? {} : { params };
    const _meta = {
      [VERSION_KEY]: era,
      [CLIENT_KEY]: clientInfo,
      [CAPABILITIES_KEY]: {},
      ...metaOf(params),
    };
    return { params: { ...params, _meta } };
  };
  return {
    request: (method: string, params: object | undefined): string =>
      JSON.stringify({ jsonrpc: '2.0', id: ++last, method, ...around(params) }),
    notification: (method: string, params: object | undefined): string =>
      JSON.stringify({ jsonrpc: '2.0', method, ...around(params) }),
  };
}

/** Agree on the revision, where the era begins with that. A wire on which that fails is closed. */
export async function shakeHands(wire: Wire, options: ProbeWireOptions): Promise<void> {
  try {
    await initialize(wire, options);
  } catch (thrown) {
    await wire.close();
    throw thrown;
  }
}

/** A server that wants another revision is no server for this era. */
async function initialize(
  wire: Wire,
  { clientInfo = CLIENT, handshake = true }: ProbeWireOptions,
): Promise<void> {
  const { era } = wire;
  if (!handshake || !ERA_RULES[era].mcp || isModern(era)) return;
  const params = { protocolVersion: era, capabilities: {}, clientInfo };
  const { message, text } = await wire.request('initialize', params);
  const { protocolVersion } = objectOrEmpty(objectOrEmpty(message)['result']);
  if (protocolVersion !== era) {
    throw new ProbeError(`initialize in ${era} was answered with ${text.slice(0, 300)}`);
  }
  await wire.notify('notifications/initialized');
}

/** What a text turned out to be. A request of the server's own wants an answer. */
type ReceivedText =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'notification' }
  | { readonly kind: 'request'; readonly reply: string };

/** Everything that a wire has received. */
export class AnswerLog {
  readonly answers: Answer[] = [];
  readonly notifications: unknown[] = [];

  hear(text: string, around: Omit<Answer, 'text' | 'message'> = {}): ReceivedText {
    const message = parseJson(text);
    const { method, id } = objectOrEmpty(message);
    if (typeof method === 'string') {
      if (id !== undefined) return { kind: 'request', reply: answerTo(id, method) };
      this.notifications.push(message);
      return { kind: 'notification' };
    }
    const answer = { text, message, ...around };
    this.answers.push(answer);
    return { kind: 'answer', answer };
  }
}

/** The value of a JSON text, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the text alone is enough for the caller
  }
}

/** A server that asks its client something must not wait for ever. */
function answerTo(id: unknown, method: string): string {
  const answer =
    method === 'ping'
      ? { result: {} }
      : { error: { code: -32601, message: 'This client offers nothing' } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}

/** Cuts a stream of text into lines. What follows the last line end waits for more. */
export function cutLines(onLine: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
