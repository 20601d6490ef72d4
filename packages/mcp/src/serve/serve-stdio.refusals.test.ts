import { createRouterosContract } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { createLines, ENVELOPE, requestLine } from '../testing/lines.js';
import { createV2 } from '../testing/sdk-servers.js';
import { HELLO } from '../testing/wire.js';
import { serveStdio } from '../index.js';

const KEY = 'io.modelcontextprotocol/';
const VERSION = { [`${KEY}protocolVersion`]: '2026-07-28' };
const OTHER = { ...ENVELOPE, [`${KEY}protocolVersion`]: '1999-01-01' };
const UNSUPPORTED = {
  code: -32022,
  data: { supported: ['2026-07-28'], requested: '1999-01-01' },
};
const invalid = (field?: string) => ({
  code: -32602,
  data: { mcp_error_code: 'INVALID_PARAMS', ...(field !== undefined && { field }) },
});

async function open() {
  const lines = createLines();
  const records: unknown[] = [];
  await serveStdio(() => createV2(), {
    ...lines.stdio,
    contract: createRouterosContract(),
    onFault: (record) => records.push(record),
  });
  return { ...lines, records };
}

describe('a served server of SDK v2 on 2026-07-28', () => {
  it.each([
    ['no capabilities', 'server/discover', { _meta: VERSION }, invalid()],
    [
      'no capabilities',
      'tools/list',
      { _meta: VERSION },
      invalid(`_meta.${KEY}clientCapabilities`),
    ],
    [
      'a version that is a number',
      'tools/list',
      { _meta: { ...ENVELOPE, [`${KEY}protocolVersion`]: 5 } },
      invalid(`_meta.${KEY}protocolVersion`),
    ],
    [
      'a client without a name',
      'tools/list',
      { _meta: { ...ENVELOPE, [`${KEY}clientInfo`]: {} } },
      invalid(),
    ],
    ['another version', 'tools/list', { _meta: OTHER }, UNSUPPORTED],
    ['another version', 'server/discover', { _meta: OTHER }, UNSUPPORTED],
    ['another version', 'subscriptions/listen', { notifications: {}, _meta: OTHER }, UNSUPPORTED],
    ['no filter', 'subscriptions/listen', { _meta: ENVELOPE }, invalid()],
  ])(
    'refuses %s in %s in the words of the contract, first and later',
    async (_, method, params, error) => {
      const first = await open();
      first.write(requestLine('1', method, params));
      expect((await first.reply(1)).error).toMatchObject(error);
      expect(first.records).toHaveLength(1);
      for (const good of ['server/discover', 'tools/list']) {
        const { write, reply, records } = await open();
        write(requestLine('1', good, { _meta: ENVELOPE }));
        expect((await reply(1)).result).toBeDefined();
        write(requestLine('9007199254740993', method, params));
        const { text, error: seen } = await reply(9007199254740992);
        expect(seen).toMatchObject(error);
        expect(text).toContain('"id":9007199254740993,');
        expect(records).toMatchObject([{ request_id: '9007199254740993', method }]);
      }
    },
  );

  it('answers a handshake with the supported version', async () => {
    const { write, reply } = await open();
    write(requestLine('1', 'tools/list', { _meta: ENVELOPE }));
    await reply(1);
    write(requestLine('2', 'initialize', HELLO));
    expect((await reply(2)).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    });
  });
});

describe('a factory that fails after the first client', () => {
  it('costs a failure in the words of the contract', async () => {
    let made = 0;
    const lines = createLines();
    await serveStdio(
      () => {
        if (made++ > 0) throw new Error('postgres://admin:hunter2@db');
        return createV2();
      },
      { ...lines.stdio, contract: createRouterosContract() },
    );
    lines.write(requestLine('1', 'server/discover', { _meta: ENVELOPE }));
    await lines.reply(1);
    lines.write(requestLine('2', 'initialize', HELLO));
    const { text, error } = await lines.reply(2);
    expect(error?.data).toHaveProperty('mcp_error_code');
    expect(text).not.toContain('hunter2');
  });
});
