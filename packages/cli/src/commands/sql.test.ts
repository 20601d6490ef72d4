import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analyzer, AnalyzerOptions, OpenAnalyzer } from '@errata/sql-fun/check';
import { Command, CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError, type ExitCode } from '../command.js';
import { createTerminal } from '../terminal.js';
import { run } from '../testing/run.js';
import { addSqlCommand } from './sql.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-sql-'));
  await writeFile(join(folder, 'dump.sql'), '');
  await writeFile(join(folder, 'right.sql'), 'SELECT 1');
  await writeFile(join(folder, 'wrong.sql'), '::error::\nSELECT 2');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A query is wrong where it begins with a colon. */
const analyzer: Analyzer = {
  analyze: async (sql) => ({
    statements: [
      {
        ...{ kind: 'select', columns: [], reads: [], writes: [], parameters: [] },
        problems: sql.startsWith(':')
          ? [
              {
                ...{
                  code: 'syntax',
                  severity: 'error',
                  reason: 'INVALID_SQL',
                  target: 'x',
                  name: '',
                },
                ...{ message: '::error::oops', place: { offset: 0, line: 1, column: 1 } },
              },
            ]
          : [],
      },
    ],
  }),
  list: async () => [{ namespace: 'public', name: 'users', kind: 'table' }],
  close: async () => undefined,
};

async function sql(...argv: string[]) {
  const written = { out: '', err: '' };
  const terminal = createTerminal({
    stdout: { write: (text) => void (written.out += text) },
    stderr: { write: (text) => void (written.err += text) },
    env: {},
  });
  const opened: AnalyzerOptions[] = [];
  const open: OpenAnalyzer = async (options) => (opened.push(options), analyzer);
  let code: ExitCode | string = 0;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addSqlCommand(program, async (action) => void (code = await action(terminal)), open);
  const words = argv.map((word) => (word.endsWith('.sql') ? join(folder, word) : word));
  await program.parseAsync(['sql', ...words], { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof UsageError || error instanceof CommanderError)) throw error;
    code = error.message;
  });
  return { code, opened, ...written };
}

const SCHEMA = ['--schema', 'dump.sql'];

describe('errata sql', () => {
  it.each([
    [['check', 'right.sql', ...SCHEMA], 0],
    [['check', 'wrong.sql', 'right.sql', ...SCHEMA], 1],
    [['describe', 'right.sql', ...SCHEMA], 0],
    [['schema', 'list', ...SCHEMA], 0],
    [['schema', 'diff', 'dump.sql', 'dump.sql', 'wrong.sql'], 0],
    [['check', 'right.sql', ...SCHEMA, '--format', 'xml'], 'unknown format "xml"'],
    [
      ['check', 'right.sql', ...SCHEMA, '--max-warnings', '-1'],
      '--max-warnings takes a whole number from 0',
    ],
    [['check', ...SCHEMA], "error: missing required argument 'path'"],
    [['check', 'right.sql', '--schema', 'none.sql'], 'cannot read the schema'],
    [['chekc'], 'unknown command "chekc"; did you mean check?'],
    [['schema', 'lst'], 'unknown command "lst"; did you mean list?'],
  ])('%j', async (argv, expected) => {
    const { code } = await sql(...argv);
    if (typeof expected === 'number') expect(code).toBe(expected);
    else expect(code).toContain(expected);
  });

  it('hands options over as sql-fun declares them', async () => {
    const { opened } = await sql('check', 'right.sql', ...SCHEMA, '--server-version', '16');
    expect(opened).toMatchObject([{ schema: join(folder, 'dump.sql'), serverVersion: 16 }]);
  });

  it('writes annotations, and nothing else that GitHub obeys', async () => {
    const { out, err } = await sql('check', 'wrong.sql', ...SCHEMA, '--format', 'github');
    expect(out).toMatch(
      /^::error file=[^\n]*,line=1,col=1,title=INVALID_SQL \(-32031\)::::error::oops\n$/,
    );
    expect(err).toBe('1 error in 1 of 1 file (1 statement)\n');
    const text = await sql('check', 'wrong.sql', ...SCHEMA);
    expect(text.out).not.toMatch(/^\s*::/m);
  });

  it('shows in the help what sql-fun declares', async () => {
    const { out } = await run(['sql', 'check', '--help']);
    for (const part of ['--update-baseline', '--max-warnings <n>', 'pg_dump -s', 'sarif']) {
      expect(out).toContain(part);
    }
    expect((await run(['sql', '--help'])).out).toContain('describe <path>');
  });
});
