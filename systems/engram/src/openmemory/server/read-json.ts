import type { IncomingMessage } from 'node:http';
import { MAX_BODY, readBody } from '@errata/system/simulator';
import { Refusal } from './refusal.js';

/** The JSON of a request, as far as it is bearable. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes === undefined) throw new Refusal(413, `The body is larger than ${MAX_BODY} bytes`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // What is wrong with it would quote it.
    throw new Refusal(400, 'The body is no JSON');
  }
}
