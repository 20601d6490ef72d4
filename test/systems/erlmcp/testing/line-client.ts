import type { Readable, Writable } from 'node:stream';
import type { Era } from '@errata/core';
import { errorText, requestText } from './messages.js';
import { exactText, type RawClient } from './raw-client.js';

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
