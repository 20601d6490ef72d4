import { createRouterosContract } from '@errata/catalogs/routeros';
import { Server } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ENVELOPE } from '../testing/lines.js';
import { createV2 } from '../testing/sdk-servers.js';
import type { Message } from '../testing/wire.js';
import { serveHttp, type SdkFactory } from '../index.js';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open(create: SdkFactory) {
  const records: unknown[] = [];
  const serving = await serveHttp(create, {
    contract: createRouterosContract(),
    onFault: (record) => records.push(record),
  });
  opened.push(serving);
  const ask = async (method: string, params: object = {}) => {
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, _meta: ENVELOPE },
      }),
    });
    return { status: response.status, ...((await response.json()) as Message) };
  };
  return { ask, records };
}

describe('a served server of SDK v2 on 2026-07-28 over HTTP', () => {
  it.each([
    ['', {}, 404, -32601, 'METHOD_NOT_FOUND'],
    ['logging/setLevel', { level: 'info' }, 404, -32601, 'METHOD_NOT_FOUND'],
    ['subscriptions/listen', {}, 200, -32602, 'INVALID_PARAMS'],
    ['tools/list', { cursor: 'x' }, 200, -32602, 'INVALID_PARAMS'],
  ])('refuses %j %j in the words of the contract', async (method, params, status, code, word) => {
    const { ask, records } = await open(() => createV2());
    expect(await ask(method, params)).toMatchObject({
      status,
      error: { code, data: { mcp_error_code: word } },
    });
    expect(records).toMatchObject([{ mcp_error_code: word }]);
  });

  it('continues a list that another instance began', async () => {
    const { ask } = await open(() => {
      const server = new Server({ name: 'low', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', ({ params }) =>
        params?.cursor === 'two' ? { tools: [] } : { tools: [], nextCursor: 'two' },
      );
      return server;
    });
    const first = await ask('tools/list');
    expect(first.result).toMatchObject({ nextCursor: 'two' });
    const second = await ask('tools/list', { cursor: 'two' });
    expect(second.result).toBeDefined();
    expect(second.result).not.toHaveProperty('nextCursor');
  });
});
