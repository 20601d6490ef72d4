import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { Era } from '@errata/core';
import { membersOf } from '@errata/core/internal';
import { errorText, INITIALIZED, initializeText, MODERN, requestText } from './messages.js';

/** A client that sends what it is told and gives back what comes, and knows nothing of ids. */
export interface RawClient {
  readonly era: Era;
  /**
   * Send one message. Gives the next thing that is said: on a stream the next line that nobody has been given yet, over HTTP the
   * body of the answer to this POST, which may be empty.
   */
  ask(message: string | Uint8Array): Promise<string>;
  /** Send one message that is not to be answered, and give what was said to it all the same. */
  tell(message: string): Promise<string>;
  close(): Promise<void>;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as the one text that they stand for, so that equal texts were equal bytes. Throws where they are no UTF-8. */
function exactText(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

const NEWLINE = 0x0a;

/** A client on a pair of streams. */
export function createLineClient(
  era: Era,
  input: Readable,
  output: Writable,
  close: () => Promise<void>,
): RawClient {
  const waiting: { take: (line: string) => void; fail: (error: Error) => void }[] = [];
  let partial = Buffer.alloc(0);
  input.on('data', (chunk: Buffer) => {
    partial = Buffer.concat([partial, chunk]);
    for (let end = partial.indexOf(NEWLINE); end !== -1; end = partial.indexOf(NEWLINE)) {
      const line = exactText(partial.subarray(0, end));
      partial = partial.subarray(end + 1);
      const next = waiting.shift();
      if (next === undefined) throw new Error(`said without having been asked: ${line}`);
      next.take(line);
    }
  });
  input.on('close', () => {
    for (const { fail } of waiting.splice(0)) fail(new Error('the server has hung up'));
  });

  const write = (message: string | Uint8Array): void => {
    output.write(Buffer.concat([Buffer.from(message), Buffer.of(NEWLINE)]));
  };
  const ask: RawClient['ask'] = (message) =>
    new Promise((take, fail) => {
      waiting.push({ take, fail });
      write(message);
    });

  return {
    era,
    ask,
    async tell(message) {
      write(message);
      // Whatever is said to the message comes before what is said to the next one.
      const line = await ask(requestText(era, '"fence"', 'no/fence'));
      const fence = errorText(era, '"fence"', 'METHOD_NOT_FOUND', { method: 'no/fence' });
      return line === fence ? '' : line;
    },
    close,
  };
}

/** A client over HTTP, one POST per message, with a session where the era has one and it is to greet. */
export async function createHttpClient(era: Era, url: string, greet: boolean): Promise<RawClient> {
  const agent = new Agent(); // a kept connection may close at the moment of the next request
  let session: Record<string, string> = {};
  const post = async (message: string | Uint8Array) => {
    const body = Buffer.from(message);
    const own = era === MODERN ? mirrored(body.toString()) : session;
    const sent = request(url, { method: 'POST', agent, headers: { ...HEADERS, ...own } });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Uint8Array[] = [];
    for await (const chunk of response) chunks.push(chunk as Uint8Array);
    return { headers: response.headers, text: exactText(Buffer.concat(chunks)) };
  };
  const ask: RawClient['ask'] = async (message) => (await post(message)).text;
  if (greet && era !== MODERN) {
    const { headers } = await post(initializeText(era));
    session = {
      'mcp-session-id': String(headers['mcp-session-id']),
      'mcp-protocol-version': era,
    };
    await ask(INITIALIZED);
  }
  return {
    era,
    ask,
    tell: ask,
    close: () => Promise.resolve(agent.destroy()),
  };
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** What 2026-07-28 wants repeated of a body, as far as it can be read. */
function mirrored(body: string): Record<string, string> {
  const headers = { 'mcp-protocol-version': MODERN };
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return headers; // a body that is broken on purpose
  }
  const { method, params } = membersOf(message);
  const { name = membersOf(params)['uri'] } = membersOf(params);
  return {
    ...headers,
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** Messages that are sent without waiting, and what is said to them in the order in which it comes. */
interface Conversation {
  readonly heard: readonly string[];
  /** Gives what `ask` gives. */
  send(message: string): Promise<string>;
  /** Settles when so much was said. */
  until(count: number): Promise<void>;
}

export function converse(client: RawClient): Conversation {
  const heard: string[] = [];
  let wake = (): void => undefined;
  return {
    heard,
    async send(message) {
      const reply = await client.ask(message);
      heard.push(reply);
      wake();
      return reply;
    },
    async until(count) {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
