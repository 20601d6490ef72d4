import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { membersOf } from '@errata/core/internal';
import type { Era } from '@errata/core';
import { initializeText, INITIALIZED, MODERN } from './messages.js';
import { exactText, type RawClient } from './raw-client.js';

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
