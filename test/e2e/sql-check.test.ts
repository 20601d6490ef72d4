import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const BIN = at('packages/cli/bin/errata.js');

const folder = useFolder();

const FILES = {
  'schema.sql': `CREATE TABLE public.users (id integer NOT NULL, email text NOT NULL);
CREATE TABLE public.orders (id bigint NOT NULL, user_id integer);
`,
  'new.sql': 'CREATE TABLE public.users (id bigint NOT NULL);\n',
  'bad.sql': 'CREATE TABLE x (\n',
  'right.sql': '-- name: GetUser :one\nSELECT id, email FROM users WHERE id = :id;\n',
  'wrong.sql': `\\set table users
-- name: GetUser :one
SELECT emial FROM :table WHERE id = @id;
SELECT 1 FORM users;
SELECT '😀', nope FROM usres;
`,
  'app.ts': 'export const rows = (id: number) => sql`SELECT nmae FROM users WHERE id = ${id}`;\n',
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function sql(...argv: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' };
    const child = spawn(process.execPath, [BIN, 'sql', ...argv], { cwd: folder, env });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}

describe('errata sql', () => {
  it('finds nothing wrong in a right query', async () => {
    expect(await sql('check', 'right.sql')).toEqual({
      code: 0,
      out: '0 errors in 1 file (1 statement)\n',
      err: 'errata: checking against schema.sql\n',
    });
  });

  it('shows a finding with its place and what was meant', async () => {
    const { code, out } = await sql('check', 'app.ts');
    expect([code, out]).toEqual([
      1,
      `app.ts:1:48 error COLUMN_NOT_FOUND (-32052)
  Column "nmae" does not exist.
   1 | …st rows = (id: number) => sql\`SELECT nmae FROM users WHERE id = \${id}\`;
     |                                       ^

1 error in 1 of 1 file (1 statement)
`,
    ]);
  });

  it('prints JSON', async () => {
    const { code, out } = await sql('check', 'wrong.sql', '--format', 'json');
    expect(code).toBe(1);
    const file = 'wrong.sql';
    const severity = 'error';
    expect(JSON.parse(out)).toEqual({
      findings: [
        {
          ...{ file, line: 3, column: 8, severity, reason: 'COLUMN_NOT_FOUND', code: -32052 },
          ...{ sqlstate: '42703', message: 'Column "emial" does not exist.' },
          did_you_mean: ['email'],
        },
        {
          ...{ file, line: 4, column: 15, severity, reason: 'INVALID_SQL', code: -32031 },
          ...{ sqlstate: '42601', message: 'Syntax error at or near "users".' },
          did_you_mean: null,
        },
        {
          ...{ file, line: 5, column: 23, severity, reason: 'TABLE_NOT_FOUND', code: -32051 },
          ...{ sqlstate: '42P01', message: 'Relation "usres" does not exist.' },
          did_you_mean: ['users'],
        },
      ],
      files: 1,
      statements: 3,
    });
  });

  it('shows what changed between two dumps, and which query breaks', async () => {
    const { code, out } = await sql('schema', 'diff', 'schema.sql', 'new.sql', 'right.sql');
    expect([code, out]).toEqual([
      1,
      `- table public.orders
~ column public.users.id: integer not null -> bigint not null
- column public.users.email: text not null

right.sql:2:12 error COLUMN_NOT_FOUND (-32052)
  GetUser: Column "email" does not exist.
   2 | SELECT id, email FROM users WHERE id = :id;
     |            ^

3 changes; 1 new error in 1 file
`,
    ]);
  });

  it.each([
    [
      ['check', 'right.sql', '--schema', 'bad.sql'],
      'cannot load the schema bad.sql: syntax error at end of input at line 1, column 17',
    ],
    [['check', 'none.sql'], 'cannot read none.sql: it does not exist'],
  ])('cannot run %j', async (argv, message) => {
    expect(await sql(...argv)).toEqual({ code: 2, out: '', err: `errata: ${message}\n` });
  });
});
