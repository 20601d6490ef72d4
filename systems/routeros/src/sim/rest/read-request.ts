import type { IncomingMessage } from 'node:http';
import { readBody } from '@errata/system/simulator';
import { badRequest, Trap } from '../trap.js';
import type { RestRequest } from './perform.js';

async function readText(request: IncomingMessage): Promise<string> {
  const bytes = await readBody(request);
  if (bytes === undefined) throw new Trap(413, 'request too large');
  return bytes.toString('utf8');
}

function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Where the text went wrong is nothing that RouterOS tells either.
    throw badRequest('Invalid JSON');
  }
}

/** The parts of a path, decoded: `/rest/ip/address/*1`; undefined where it is no path of the REST API. */
export function readPath(url: string): Pick<RestRequest, 'segments' | 'parameters'> | undefined {
  const [path = '', ...query] = url.split('?');
  if (path !== '/rest' && !path.startsWith('/rest/')) return undefined;
  const parts = path
    .slice('/rest'.length)
    .split('/')
    .filter((part) => part !== '');
  try {
    return {
      segments: parts.map(decodeURIComponent),
      parameters: new URLSearchParams(query.join('?')),
    };
  } catch {
    throw badRequest('Invalid URL');
  }
}

/** Read a request to its end, as far as it is bearable. */
export async function readRequest(request: IncomingMessage): Promise<RestRequest | undefined> {
  const path = readPath(request.url ?? '');
  if (path === undefined) return undefined;
  const body = parseBody(await readText(request));
  return { method: request.method ?? 'GET', ...path, body };
}
