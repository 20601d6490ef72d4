import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';

const MAX_BODY = 1024 * 1024;
/** So much is read of a body that is refused, for its sender to hear why. */
const MAX_READ = 16 * MAX_BODY;

/** The JSON of a request, as far as it is bearable. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // What is wrong with it would quote it.
    throw new Refusal(400, 'The body is no JSON');
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
    if (size > MAX_READ) throw new RangeError('The body does not end');
  }
  if (size > MAX_BODY) throw new Refusal(413, `The body is larger than ${MAX_BODY} bytes`);
  return Buffer.concat(chunks);
}
