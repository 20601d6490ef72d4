import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineCatalog, defineContract, type OnFault } from '@errata/core';
import { Call, createFailureAnswers, createView } from '@errata/core/internal';
import { expect, it } from 'vitest';
import { createMaskedOutput, observeMasked } from './print-masked.js';

const shop = defineCatalog(
  'shop',
  {
    SOLD_OUT: { code: -31001, title: 'Sold out', category: 'shop', recovery: 'report_and_abort' },
    BROKEN: { code: -31002, title: 'Broken', category: 'shop', recovery: 'report_and_abort' },
  },
  { unexpected: 'BROKEN' },
);
const contract = defineContract({ catalog: shop });

/** Calls that fail, and what is on stderr then. */
function createFailing(
  { dev, isTTY = false }: { dev?: string; isTTY?: boolean },
  onFault?: OnFault,
) {
  const written: string[] = [];
  const stderr = { isTTY, write: (text: string) => written.push(text) };
  const output = createMaskedOutput({ env: { ERRATA_DEV: dev }, stderr });
  const observer = observeMasked(onFault, contract, undefined, output);
  const view = createView({ era: '2025-11-25' });
  const answers = createFailureAnswers(contract, view, observer);
  return {
    fail: (thrown: unknown, call = new Call('tools/call', '1')) =>
      answers.fail(thrown, call, { name: 'buy' }),
    text: () => written.join(''),
  };
}

it('prints a masked exception in one line, with the ref of the reply and without secrets', () => {
  const { fail, text } = createFailing({});
  const cause = new Error('login failed for postgres://me:hunter2@db');
  const reply = fail(new Error('no\nprice', { cause }));
  const [ref] = /corr-[0-9a-f]{16}/.exec(reply ?? '') ?? [];
  expect(text()).toBe(
    `errata: masked in tool buy, the client got BROKEN ${ref}: Error: no price, caused by Error: login failed for postgres://[REDACTED]@db\n`,
  );
});

it('prints nothing about declared faults', () => {
  const { fail, text } = createFailing({});
  fail(shop.SOLD_OUT({}));
  expect(text()).toBe('');
});

it.each(['', '1'])(
  'prints nothing about a call that its client cancelled, and hands it to onFault (ERRATA_DEV=%s)',
  (dev) => {
    const records: unknown[] = [];
    const observed = createFailing({ dev }, ({ mcp_error_code, causes }) =>
      records.push(mcp_error_code, causes[0]?.message),
    );
    const silent = createFailing({ dev });
    for (const { fail, text } of [observed, silent]) {
      const call = new Call('tools/call', '1');
      call.cancel('The client went away');
      expect(fail('The client went away', call)).toBeUndefined();
      expect(text()).toBe('');
    }
    expect(records).toEqual(['BROKEN', 'The client went away']);
  },
);

it('prints 50 lines of at most 500 characters, and one that says that it stops', () => {
  const { fail, text } = createFailing({});
  for (let n = 0; n < 200; n++) fail(new Error(`${n} ${'word '.repeat(1000)}`));
  const lines = text().trimEnd().split('\n');
  expect(lines).toHaveLength(51);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(500);
  expect(lines[49]).toContain('Error: 49 word');
  expect(lines[50]).toBe(
    'errata: further masked exceptions are not printed. The option onFault gets all of them',
  );
});

it('stays below the capacity of a pipe, also with three-byte characters', () => {
  const { fail, text } = createFailing({});
  for (let n = 0; n < 200; n++) fail(new Error('界'.repeat(1000)));
  expect(Buffer.byteLength(text())).toBeLessThan(65_536);
  expect(text()).toMatch(/onFault gets all of them\n$/);
});

it('prints nothing if onFault is set', () => {
  const seen: string[] = [];
  const { fail, text } = createFailing({}, ({ mcp_error_code: reason }) => seen.push(reason));
  fail(new Error('no price'));
  fail(shop.SOLD_OUT({}));
  expect([seen, text()]).toEqual([['BROKEN', 'SOLD_OUT'], '']);
});

it.each([{ dev: '1' }, { isTTY: true }])('prints all of them with their stacks: %j', (given) => {
  const seen: string[] = [];
  const { fail, text } = createFailing(given, ({ ref }) => seen.push(ref));
  for (let n = 0; n < 60; n++) fail(new Error('no price'));
  expect(text().match(/Error: no price\n +at /g)).toHaveLength(60);
  expect(seen).toHaveLength(60);
});

it('returns the result of onFault, so that a rejected promise is handled', async () => {
  const { fail, text } = createFailing({ dev: '1' }, () => Promise.reject(new Error('observer')));
  fail(new Error('no price'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(text()).toContain('no price');
});

it('prints nothing with ERRATA_DEV=0', () => {
  const { fail, text } = createFailing({ dev: '0', isTTY: true });
  fail(new Error('no price'));
  expect(text()).toBe('');
});

it('does not block if stderr is not read', async () => {
  const program = `
    import { Call, createFailureAnswers, createView } from '@errata/core/internal';
    import { defineCatalog, defineContract } from '@errata/core';
    import { observeMasked } from '@errata/edges/process';
    const broken = { code: -31002, title: 'Broken', category: 'shop', recovery: 'report_and_abort' };
    const catalog = defineCatalog('shop', { BROKEN: broken }, { unexpected: 'BROKEN' });
    const contract = defineContract({ catalog });
    const view = createView({ era: '2025-11-25' });
    const answers = createFailureAnswers(contract, view, observeMasked(undefined, contract));
    for (let n = 0; n < 2000; n++) answers.fail(new Error('x'.repeat(2000)), new Call('tools/call', '1'), {});
    process.stdout.write('done');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('.', import.meta.url),
    env: { ...process.env, ERRATA_DEV: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill();
  expect(String(said)).toBe('done');
});
