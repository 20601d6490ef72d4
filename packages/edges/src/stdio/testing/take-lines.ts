import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export type Lines = ReturnType<typeof takeLines>;

/** Takes a stream line by line. It is read at once, so that nothing is held back. */
export function takeLines(stream: Readable) {
  const iterator = createInterface({ input: stream })[Symbol.asyncIterator]();
  return {
    /** The next line; waits for it. Rejects if the stream ends instead. */
    async next(): Promise<string> {
      const { done, value } = await iterator.next();
      if (done === true) throw new Error('the stream ended before the next line');
      return value;
    },
    /** All lines from here to the end of the stream. */
    async rest(): Promise<string[]> {
      const lines: string[] = [];
      for (let item = await iterator.next(); item.done !== true; item = await iterator.next()) {
        lines.push(item.value);
      }
      return lines;
    },
  };
}
