import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routerosContract, routeros } from '@errata/catalogs';
import { createServer, type FaultRecord } from '@errata/core';
import type { Ref } from '@errata/core/internal';
import { createJournal } from '@errata/observe';
import { useFolder } from '@errata/testing/lifetime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../testing/run.js';

const folder = useFolder();
afterEach(() => vi.unstubAllEnvs());

let journals = 0;
const newPath = () => join(folder, String(++journals), 'journal.jsonl');

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** A real server with a journal, whose tool fails as told; gives the ref of each failure. */
function fail(path: string, ...thrown: readonly unknown[]): string[] {
  const journal = createJournal({ path, now: () => Date.UTC(2026, 6, 28, 12, 30) });
  const refs: string[] = [];
  let calls = 0;
  const server = createServer({
    contract: routerosContract,
    era: '2025-11-25',
    methods: {
      'tools/call': () => {
        throw thrown[calls++];
      },
    },
    onFault: (record, fault) => {
      refs.push(record.ref);
      journal.onFault(record, fault);
    },
  });
  for (const [at] of thrown.entries()) {
    const params = {
      name: 'device/get',
      _meta: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    };
    void server.receive(JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params }));
  }
  void journal.close();
  return refs;
}

function unreachable(): unknown {
  const socket = Object.assign(new Error('connect ECONNREFUSED 198.51.100.7:443'), {
    code: 'ECONNREFUSED',
  });
  const cause = new TypeError('fetch failed', { cause: socket });
  const context = {
    device_id: 'dev-lab-01',
    management_address: '198.51.100.7:443',
    error_type: 'ECONNREFUSED',
  };
  return routeros.DEVICE_UNREACHABLE(context, { cause, effect: 'none' });
}

/** Write entries as they are, whatever is in them. */
function writeEntries(...changes: readonly Partial<FaultRecord>[]): string {
  const path = newPath();
  fail(path, unreachable());
  const entry = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, changes.map((change) => JSON.stringify({ ...entry, ...change })).join('\n'));
  return path;
}

describe('errata why', () => {
  it('reports what was asked, what the peer was told, and what really happened', async () => {
    const path = newPath();
    const [ref] = fail(path, unreachable(), new Error('another'));
    const { code, out, err } = await run(['why', ref!, '--journal', path]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const story = out.replaceAll(/^ {4}│ .*\n/gm, '');
    expect(story).toBe(
      [
        'Failure routeros/DEVICE_UNREACHABLE',
        `${ref}, 2026-07-28 12:30:00.000 UTC`,
        '',
        'What was asked',
        '  method      tools/call',
        '  tool        device/get',
        '  id          0',
        '  era         MCP 2025-11-25',
        `  trace       ${TRACE}`,
        '  span        00f067aa0ba902b7',
        '',
        'What the client got',
        '  reason      DEVICE_UNREACHABLE (category device)',
        '  code        -32010',
        "  details     Cannot connect to device 'dev-lab-01' at 198.51.100.7:443",
        '  recovery    retry_with_backoff: wait, then call again, after 60 s',
        '  retryable   yes',
        '  effect      none: nothing was changed',
        '',
        'What really happened',
        '  context     device_id: dev-lab-01',
        '            │ management_address: 198.51.100.7:443',
        '            │ error_type: ECONNREFUSED',
        '  cause       TypeError: fetch failed',
        '  because     Error: connect ECONNREFUSED 198.51.100.7:443',
        '',
      ].join('\n'),
    );
    expect(out).toMatch(/^ {4}│ at unreachable\b/m);
  });

  it('shows an undeclared exception, which the peer did not get', async () => {
    const path = newPath();
    const [ref] = fail(path, Object.assign(new Error('disk on fire'), { code: 'EIO' }));
    const { out } = await run(['why', ref!, '--journal', path]);
    expect(out).toMatch(/^ {2}cause +Error \[EIO\]: disk on fire$/m);
    expect(out.slice(0, out.indexOf('What really'))).not.toContain('disk on fire');
  });

  it('reports the newest with --last', async () => {
    const path = newPath();
    const refs = fail(path, unreachable(), new Error('the newest'));
    const { code, out } = await run(['why', '--last', '--journal', path]);
    expect(code).toBe(0);
    expect(out).toContain(refs[1]);
    expect(out).toContain('the newest');
  });

  it('reports all that is recorded under a ref, oldest first', async () => {
    const path = writeEntries({ details: 'it timed out' }, { details: 'then it failed' });
    const { ref } = JSON.parse(readFileSync(path, 'utf8').split('\n')[0]!) as FaultRecord;
    const { out } = await run(['why', ref, '--journal', path]);
    const details = [...out.matchAll(/^ {2}details +(.*)$/gm)].map(([, text]) => text);
    expect(details).toEqual(['it timed out', 'then it failed']);
  });

  it('reports all that is recorded under the newest ref with --last, and nothing else', async () => {
    const ref = 'corr-00000000000000aa' as Ref;
    const path = writeEntries(
      { ref, details: 'it timed out' },
      { details: 'another failure' },
      { ref, details: 'then it failed' },
    );
    const { code, out } = await run(['why', '--last', '--journal', path]);
    expect(code).toBe(0);
    const details = [...out.matchAll(/^ {2}details +(.*)$/gm)].map(([, text]) => text);
    expect(details).toEqual(['it timed out', 'then it failed']);
    const json = await run(['why', '--last', '--json', '--journal', path]);
    expect(JSON.parse(json.out)).toMatchObject({
      searched: 3,
      entries: [{ details: 'it timed out' }, { details: 'then it failed' }],
    });
  });

  it('shows a stack that has no frames as it is, but not the message twice', async () => {
    const stack = 'Error: too late\nwait@server.js:7\nmain@server.js:1';
    const path = writeEntries({ causes: [{ name: 'Error', message: 'too late', stack }] });
    const { out } = await run(['why', '--last', '--journal', path]);
    expect(out).toContain('Error: too late\n    │ wait@server.js:7\n    │ main@server.js:1\n');
  });

  it('looks in $ERRATA_JOURNAL by default, and in the state folder without it', async () => {
    const path = newPath();
    fail(path, unreachable());
    vi.stubEnv('ERRATA_JOURNAL', path);
    expect((await run(['why', '--last'])).code).toBe(0);
    vi.stubEnv('ERRATA_JOURNAL', '');
    vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
    const { code, err } = await run(['why', '--last']);
    expect(code).toBe(1);
    expect(err).toContain(join(folder, 'state', 'errata', 'journal.jsonl'));
  });

  it('takes the ref as it is in a reply', async () => {
    const path = newPath();
    const [ref] = fail(path, unreachable());
    for (const copied of [`ref=${ref}`, ref!.toUpperCase()]) {
      expect((await run(['why', copied, '--journal', path])).code).toBe(0);
    }
  });

  it('gives programs the entry as it is', async () => {
    const path = newPath();
    const [ref] = fail(path, unreachable());
    const { out } = await run(['why', ref!, '--json', '--journal', path]);
    const entry = JSON.parse(readFileSync(path, 'utf8')) as object;
    expect(JSON.parse(out)).toEqual({ journal: path, searched: 1, entries: [entry] });
    expect(out.split('\n')).toHaveLength(2);
  });

  it('says how much it searched, and where, if the failure is unknown', async () => {
    const path = newPath();
    fail(path, unreachable(), unreachable(), unreachable());
    const ref = 'corr-0000000000000000';
    const { code, out, err } = await run(['why', ref, '--journal', path]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`errata: unknown ref ${ref} (3 entries searched)\n`);
    expect(err).toContain(path);
    const json = await run(['why', ref, '--json', '--journal', path]);
    expect(json).toEqual({
      code: 1,
      out: `${JSON.stringify({ journal: path, searched: 3, entries: [] })}\n`,
      err: '',
    });
  });

  it.each([['corr-0000000000000000'], ['--last']])(
    'says that the journal is missing for %s',
    async (what) => {
      const path = newPath();
      const { code, out, err } = await run(['why', what, '--journal', path]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain('0 entries searched');
      expect(err).toContain(path);
    },
  );

  it.each([
    [['corr-12'], '"corr-12" is not a ref\nA ref is corr- and 16 hexadecimal digits'],
    [['corr-000000000000000g'], 'is not a ref'],
    [['\u001b[31mcorr-'], '"\\u001b[31mcorr-" is not a ref'],
    [[], 'name a failure'],
    [['corr-0000000000000000', '--last'], 'contradict each other'],
    [['--last', '--journal', ''], 'the name of the journal is empty'],
  ])('refuses %j', async (argv, message) => {
    const { code, out, err } = await run(['why', ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toContain('\u001b');
  });

  it('does not take a journal that cannot be read for one without the failure', async () => {
    const path = newPath();
    mkdirSync(path, { recursive: true });
    const { code, err } = await run(['why', '--last', '--journal', path]);
    expect(code).toBe(2);
    expect(err).toContain(`cannot read the journal ${path}`);
  });

  it('lets nothing reach the terminal that it would obey', async () => {
    const evil = '\u001b]0;owned\u0007\u009b31m\u202egnol\u0000\u007f\r\tend';
    const path = writeEntries({
      tool_name: evil,
      method: evil,
      request_id: evil,
      mcp_error_code: evil,
      domain: evil,
      category: evil,
      details: evil,
      debug: evil,
      traceparent: `00-${evil}-${evil}-01`,
      context: { [evil]: evil, deep: { [evil]: [evil] } },
      causes: [{ name: evil, message: evil, code: evil, stack: `Error\n    at ${evil}` }],
      stack: `x\n at ${evil}`,
    });
    for (const argv of [['--last'], ['--last', '--json']]) {
      const { code, out } = await run(['why', ...argv, '--journal', path]);
      expect(code).toBe(0);
      expect(out).toContain('owned');
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
    const { out } = await run(['why', '--last', '--json', '--journal', path]);
    const { entries } = JSON.parse(out) as { entries: FaultRecord[] };
    expect(entries[0]!.details).toBe(evil);
  });

  it.each([40, 80, 120])('fits into %d columns', async (columns) => {
    const long = 'word '.repeat(60) + 'x'.repeat(300);
    const path = writeEntries({
      details: long,
      tool_name: long,
      debug: `${long}\n${long}`,
      context: { ['key'.repeat(50)]: long, list: [long] },
      mcp_error_code: 'LONG_'.repeat(40),
    });
    const { out } = await run(['why', '--last', '--journal', path], { columns });
    expect(out.split('\n').filter((line) => line.length > columns)).toEqual([]);
  });

  it('colours only on a terminal', async () => {
    const path = newPath();
    fail(path, unreachable());
    const plain = await run(['why', '--last', '--journal', path]);
    const coloured = await run(['why', '--last', '--journal', path], { colors: true });
    expect(plain.out).not.toContain('\u001b');
    expect(coloured.out).toContain('\u001b[1mWhat was asked');
    expect(coloured.out.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.out);
  });
});
