import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckIo, OpenAnalyzer, SqlFlags } from './check-io.js';
import { runSqlCheck } from './run-check.js';
import { fakeIo } from '../../lab/testing/fake-io.js';
import { fakeAnalyzer } from '../../lab/testing/fake-analyzer.js';
import { makeFolder } from '../../lab/testing/make-folder.js';

const FILES = {
  'schema.sql': '',
  'a.sql': '-- name: GetUser :one\nSELECT emial\nFROM users;\n',
  'b.sql': 'SELECT 1;\nDELETE FROM users;\nSELECT nope();\n',
  'c.ts': 'sql`SELECT 1`; sql`WHERE x`',
};

const open: OpenAnalyzer = async () => fakeAnalyzer().analyzer;

async function check(
  paths: readonly string[],
  flags: SqlFlags = {},
  files: Readonly<Record<string, string>> = FILES,
  more: Partial<CheckIo> = {},
) {
  const folder = await makeFolder(files);
  const { io, written } = fakeIo(folder, more);
  const code = await runSqlCheck(paths, flags, open, io);
  return { code, folder, io, ...written };
}

describe('runSqlCheck', () => {
  it('prints findings for people', async () => {
    expect(await check(['.', 'c.ts'])).toMatchObject({
      code: 1,
      err: 'errata: checking against schema.sql\n',
      out: `a.sql:2:8 error COLUMN_NOT_FOUND (-32052)
  GetUser: column "emial" does not exist
   2 | SELECT emial
     |        ^
  did you mean email?

b.sql:2:1 warning NO_WHERE
  DELETE without WHERE.
   2 | DELETE FROM users;
     | ^

1 error, 1 warning in 2 of 3 files (5 statements, 1 fragment skipped, 1 note not shown: --notes)
`,
    });
  });

  it('prints JSON', async () => {
    const { out } = await check(['.'], { format: 'json', notes: true });
    expect(JSON.parse(out)).toEqual({
      findings: [
        {
          ...{ file: 'a.sql', line: 2, column: 8, severity: 'error', reason: 'COLUMN_NOT_FOUND' },
          ...{ code: -32052, sqlstate: '42703', message: 'column "emial" does not exist' },
          did_you_mean: ['email'],
        },
        {
          ...{ file: 'b.sql', line: 2, column: 1, severity: 'warning', reason: 'NO_WHERE' },
          ...{ code: null, sqlstate: null, message: 'DELETE without WHERE.', did_you_mean: null },
        },
        {
          ...{ file: 'b.sql', line: 3, column: 8, severity: 'note', reason: 'UNRESOLVED' },
          ...{ code: null, sqlstate: null, did_you_mean: null },
          message: 'The function may come from an extension.',
        },
      ],
      files: 2,
      statements: 4,
    });
  });

  it.each([
    [{}, FILES, 1],
    [{}, { 'schema.sql': '', 'b.sql': FILES['b.sql'] }, 0],
    [{ maxWarnings: 1 }, { 'schema.sql': '', 'b.sql': FILES['b.sql'] }, 0],
    [{ maxWarnings: 0 }, { 'schema.sql': '', 'b.sql': FILES['b.sql'] }, 1],
    [{ quiet: true, maxWarnings: 0 }, { 'schema.sql': '', 'b.sql': FILES['b.sql'] }, 1],
  ])('with %j ends with the right code', async (flags, files, code) => {
    expect((await check(['.'], flags, files)).code).toBe(code);
  });

  it('does not watch standard input', async () => {
    await expect(check(['-'], { watch: true })).rejects.toThrow('--watch needs files');
  });

  it('shows errors only with --quiet', async () => {
    expect((await check(['b.sql'], { quiet: true })).out).toBe(
      '0 errors in 1 file (3 statements, 1 note not shown: --notes)\n',
    );
  });

  it('checks the other files after one that cannot be read', async () => {
    const { out } = await check(
      ['.'],
      { format: 'gcc' },
      { 'schema.sql': '', 'a.sql': 'a\0', 'b.sql': 'SELECT emial' },
    );
    expect(out).toBe(
      'a.sql: error: The file cannot be read: it is not a text file. [UNREADABLE_FILE]\n' +
        'b.sql:1:8: error: column "emial" does not exist (did you mean email?) [COLUMN_NOT_FOUND]\n',
    );
  });

  it('reads standard input', async () => {
    const readStdin = async () => new TextEncoder().encode('SELECT emial');
    const { out } = await check(['-'], { format: 'gcc' }, FILES, { readStdin });
    expect(out).toMatch(/^<stdin>:1:8: error/);
  });

  it('checks included files once, also in a circle', async () => {
    const files = {
      'schema.sql': '',
      'a.sql': '\\i b.sql\nSELECT 1',
      'b.sql': '\\ir a.sql\n\\i gone.sql\nSELECT emial',
    };
    const { out } = await check(['a.sql'], { format: 'gcc' }, files);
    expect(out.split('\n').map((line) => line.split(': ', 2).join(': '))).toEqual([
      ...['b.sql:3:8: error', 'gone.sql: error', ''],
    ]);
  });

  it.each([
    [{ updateBaseline: true }, ['.'], '--update-baseline needs --baseline <file>'],
    [{ baseline: 'x.json' }, ['.'], 'there is no baseline x.json'],
    [
      { baseline: 'a.sql' },
      ['.'],
      expect.stringContaining('a.sql is not a baseline of errata sql check'),
    ],
    [{}, ['q/*.sql'], 'no file matches q/*.sql'],
  ])('cannot run with %j %j', async (flags, paths, message) => {
    await expect(check(paths, flags)).rejects.toMatchObject({ name: 'CannotRun', message });
  });

  it('closes the analyzer, and says why a schema cannot be loaded', async () => {
    const { io } = fakeIo(await makeFolder(FILES));
    let closed = 0;
    await runSqlCheck(
      ['.'],
      {},
      async () => fakeAnalyzer({ onClose: () => closed++ }).analyzer,
      io,
    );
    expect(closed).toBe(1);
    const broken: OpenAnalyzer = () => Promise.reject(new Error('line 3: syntax error'));
    await expect(runSqlCheck(['.'], {}, broken, io)).rejects.toMatchObject({
      message: 'cannot load the schema schema.sql: line 3: syntax error',
    });
  });

  it('stops between two files, and closes the analyzer', async () => {
    const ending = new AbortController();
    let closed = 0;
    const { analyzer } = fakeAnalyzer({ onClose: () => closed++ });
    const stopping = {
      ...analyzer,
      analyze: (sql: string) => (ending.abort(), analyzer.analyze(sql)),
    };
    const { io, written } = fakeIo(await makeFolder(FILES), { signal: ending.signal });
    await expect(runSqlCheck(['.'], {}, async () => stopping, io)).rejects.toThrow('aborted');
    expect([closed, written.out]).toEqual([1, '']);
  });
});

describe('the baseline', () => {
  it('keeps known findings from failing, also on other lines', async () => {
    const flags = { baseline: 'known.json', format: 'gcc' } as const;
    const first = await check(['.'], { ...flags, updateBaseline: true });
    expect([first.code, first.out]).toEqual([0, '']);
    expect(first.err).toContain('errata: wrote 2 known findings to known.json\n');
    const baseline = await readFile(join(first.folder, 'known.json'), 'utf8');
    const files = { ...FILES, 'known.json': baseline };

    const moved = await check(['.'], flags, { ...files, 'a.sql': `\n\n${FILES['a.sql']}` });
    expect([moved.code, moved.out]).toEqual([0, '']);
    expect(moved.err).toContain(
      '0 errors in 2 files (4 statements, 2 known, 1 note not shown: --notes)\n',
    );

    const twice = await check(['.'], flags, {
      ...files,
      'a.sql': `${FILES['a.sql']}SELECT emial\n`,
    });
    expect([twice.code, twice.out.split(':', 2)]).toEqual([1, ['a.sql', '4']]);

    const fixed = await check(['.'], flags, { ...files, 'a.sql': 'SELECT 1' });
    expect(fixed.err).toContain('not found any more: 1 entry of known.json');

    const other = await check(['b.sql'], { ...flags, updateBaseline: true }, files);
    expect(other.err).toContain('wrote 2 known findings');
  });
});

describe('--watch', () => {
  /** Watches a folder; each step runs after a report. */
  async function watchThrough(
    folder: string,
    open: OpenAnalyzer,
    steps: ((changed: () => Promise<void>) => Promise<unknown>)[],
  ) {
    const ending = new AbortController();
    let watchers = 0;
    let notify = (): void => undefined;
    let watching = (): void => undefined;
    const { io, written } = fakeIo(folder, {
      signal: ending.signal,
      watch: (_, onChange) => {
        watchers++;
        notify = onChange;
        watching();
        return { close: () => void watchers-- };
      },
    });
    /** Resolves when the round after the change has begun. */
    const changed = () =>
      new Promise<void>((resolve) => {
        watching = resolve;
        notify();
      });
    const err = (text: string) => {
      io.err(text);
      if (!/watching|cannot/.test(text)) return;
      const step = steps.shift();
      if (step === undefined) ending.abort();
      else void step(changed);
    };
    const code = await runSqlCheck(['.'], { watch: true }, open, { ...io, err });
    return { code, watchers, ...written };
  }

  it('checks only what changed, and all after a change of the schema', async () => {
    const folder = await makeFolder({ 'schema.sql': '', 'a.sql': 'SELECT 1', 'b.sql': 'SELECT 2' });
    const { analyzer, asked } = fakeAnalyzer();
    let opened = 0;
    const write = (file: string, text: string) => writeFile(join(folder, file), text);
    const result = await watchThrough(folder, async () => (opened++, analyzer), [
      async (changed) => {
        await write('other.txt', '');
        await changed(); // nothing is reported
        await write('a.sql', 'SELECT 3');
        await changed();
      },
      async (changed) => {
        await write('schema.sql', 'CREATE TABLE t ();');
        await changed();
      },
    ]);
    expect(asked).toEqual(['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 3', 'SELECT 2']);
    expect(result.err.match(/watching/g)).toHaveLength(3);
    expect([result.code, opened, result.watchers]).toEqual([0, 2, 0]);
  });

  it('waits for a schema that can be loaded', async () => {
    const folder = await makeFolder({ 'schema.sql': 'broken', 'a.sql': 'SELECT emial' });
    const load: OpenAnalyzer = async ({ schema }) => {
      if ((await readFile(schema, 'utf8')) === 'broken') throw new Error('syntax error');
      return fakeAnalyzer().analyzer;
    };
    const result = await watchThrough(folder, load, [
      async (changed) => {
        await writeFile(join(folder, 'schema.sql'), '');
        await changed();
      },
    ]);
    expect(result.err).toContain('errata: cannot load the schema schema.sql: syntax error\n');
    expect([result.code, result.watchers]).toEqual([1, 0]);
  });
});
