import type { IncomingMessage } from 'node:http';

/** Bytes of a request that are taken. */
export const MAX_BODY = 1024 * 1024;
/** So much is read of a body that is refused, for its sender to hear why. */
const MAX_READ = 16 * MAX_BODY;

/** The body of a request; undefined where it is too large. Rejects where it does not end. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
    if (size > MAX_READ) throw new RangeError('The body does not end');
  }
  return size > MAX_BODY ? undefined : Buffer.concat(chunks);
}
