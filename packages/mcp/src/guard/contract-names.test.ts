import { defineCatalog, defineContract } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SDK_PEERS } from '../testing/sdk-peers.js';
import { guard, type GuardOptions } from './index.js';

const shop = defineCatalog('shop', {
  SOLD_OUT: {
    code: -31001,
    title: 'Sold out',
    category: 'stock',
    details: 'Tea is sold out',
    recovery: 'fix_and_retry',
  },
});
const contract = defineContract({ catalog: shop });

const thrower = (thrown: () => unknown) => () => {
  throw thrown();
};
const coded = (code: string) => () => Object.assign(new Error('at 10.0.0.7'), { code });

/** What a handler throws that no catalog declares, and the name that the client reads. */
const THROWN: readonly [name: string, thrown: () => unknown, reason: string][] = [
  ['an exception', () => new Error('shelf 7'), 'UNEXPECTED'],
  ['a programming mistake', () => new TypeError('shelf 7'), 'UNEXPECTED'],
  ['a text', () => 'shelf 7', 'UNEXPECTED'],
  ['a schema error', () => z.object({ shelf: z.string() }).safeParse({}).error, 'UNEXPECTED'],
  ['a refused connection', coded('ECONNREFUSED'), 'UNREACHABLE'],
  ['a missing file', coded('ENOENT'), 'NOT_FOUND'],
  ['a full disk', coded('ENOSPC'), 'EXHAUSTED'],
  ['a timeout', () => new DOMException('shelf 7', 'TimeoutError'), 'TIMEOUT'],
  ['an abort', () => new DOMException('shelf 7', 'AbortError'), 'CANCELLED'],
];

describe.each(SDK_PEERS)('a contract keeps the names that it does not declare, $name', (peer) => {
  const ask = async (
    options: GuardOptions,
    behaviour: () => unknown,
    method: string,
    params: object,
  ) => {
    const behaviours = { tool: behaviour, strictTool: behaviour, resource: behaviour };
    const open = await peer.open(guard(peer.create(behaviours), options));
    const reply = await open.ask(method, params);
    return JSON.stringify(reply).replace(/corr-[0-9a-f]{16}/g, 'corr-');
  };
  /** Your own contract adds the facts to `error.data`, so only what a model reads is compared. */
  const shown = (reply: string) => {
    const { result, error } = JSON.parse(reply) as {
      result?: { content: unknown };
      error?: { code: number; message: string };
    };
    return result?.content ?? [error?.code, error?.message];
  };

  it.each(THROWN)('%s in a tool', async (_, thrown, reason) => {
    const params = { name: 'ping', arguments: {} };
    const bare = await ask({}, thrower(thrown), 'tools/call', params);
    expect(bare).toContain(`"text":"${reason}: `);
    expect(await ask({ contract }, thrower(thrown), 'tools/call', params)).toBe(bare);
  });

  it.each(THROWN)('%s in a resource', async (_, thrown, reason) => {
    const params = { uri: 'demo://thing' };
    const bare = await ask({}, thrower(thrown), 'resources/read', params);
    expect(bare).toContain(`"reason":"${reason}"`);
    expect(await ask({ contract }, thrower(thrown), 'resources/read', params)).toBe(bare);
  });

  it.each([
    ['wrong arguments', 'tools/call', { name: 'weigh', arguments: { qty: 'x' } }],
    ['an unknown tool', 'tools/call', { name: 'wei', arguments: {} }],
    ['a result without its fields', 'tools/call', { name: 'strict', arguments: {} }],
    ['an unknown resource', 'resources/read', { uri: 'demo://nothing' }],
    ['an unknown prompt', 'prompts/get', { name: 'nothing' }],
    ['an unknown method', 'nothing/at/all', {}],
  ])('%s', async (_, method, params) => {
    const answer = () => ({ content: [], structuredContent: { grams: 'x' } });
    const bare = await ask({}, answer, method, params);
    expect(shown(await ask({ contract }, answer, method, params))).toEqual(shown(bare));
  });

  it('a deadline', async () => {
    const wait = () => new Promise(() => undefined);
    const params = { name: 'ping', arguments: {} };
    const bare = await ask({ deadline: 5 }, wait, 'tools/call', params);
    expect(await ask({ deadline: 5, contract }, wait, 'tools/call', params)).toBe(bare);
  });

  it('declares its own failure for a condition, and for everything undeclared', async () => {
    const common = {
      title: 'Own',
      category: 'own',
      details: 'Own words',
      recovery: 'fix_and_retry',
    } as const;
    const catalog = defineCatalog(
      'own',
      {
        DOWN: { code: -31001, ...common, condition: 'unreachable' },
        OOPS: { code: -31002, ...common },
      },
      { unexpected: 'OOPS' },
    );
    const own = { contract: defineContract({ catalog }) };
    const params = { name: 'ping', arguments: {} };
    const answer = (thrown: () => unknown) => ask(own, thrower(thrown), 'tools/call', params);
    expect(await answer(coded('ECONNREFUSED'))).toContain('"text":"DOWN: Own words');
    expect(await answer(coded('ENOENT'))).toContain('"text":"OOPS: Own words');
    expect(await answer(() => new Error('shelf 7'))).toContain('"text":"OOPS: Own words');
  });

  it('masks the failures of other catalogs', async () => {
    const other = defineCatalog('other', {
      SECRET: {
        code: -31009,
        title: 'x',
        category: 'x',
        details: 'shelf 7',
        recovery: 'report_and_abort',
      },
    });
    const params = { name: 'ping', arguments: {} };
    const reply = await ask(
      { contract },
      thrower(() => other.SECRET()),
      'tools/call',
      params,
    );
    expect(reply).toContain('"text":"UNEXPECTED: ');
    expect(reply).not.toContain('shelf 7');
  });
});
