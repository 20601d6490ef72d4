import type { Readable, Writable } from 'node:stream';
import type { Era } from '@errata/core';
import { connectHttp } from '@errata/prove';
import { errorText, requestText } from './messages.js';

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

/** Bytes as the one text that they stand for, so that equal texts were equal bytes. Throws if they are no UTF-8. */
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
  const wire = await connectHttp({ url, era, handshake: greet });
  const ask: RawClient['ask'] = async (message) => (await wire.send(message)).text;
  return { era, ask, tell: ask, close: wire.close };
}

/** Messages that are sent without waiting, and what is said to them in the order in which it comes. */
export function converse(client: RawClient) {
  const received: string[] = [];
  let wake = (): void => undefined;
  return {
    received,
    /** Gives what `ask` gives. */
    async send(message: string): Promise<string> {
      const reply = await client.ask(message);
      received.push(reply);
      wake();
      return reply;
    },
    /** Settles when so much was said. */
    async until(count: number): Promise<void> {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
