import { describe, expect, it } from 'vitest';
import type { ListedColumn, ListedObject, OpenAnalyzer } from './check-io.js';
import { diffObjects, runSqlDescribe, runSqlSchemaDiff, runSqlSchemaList } from './run-schema.js';
import { fakeIo } from '../../lab/testing/fake-io.js';
import { fakeAnalyzer, ROWS } from '../../lab/testing/fake-analyzer.js';
import { makeFolder } from '../../lab/testing/make-folder.js';

const column = (name: string, type: string, nullable = true): ListedColumn => ({
  name,
  type,
  nullable,
});
const table = (name: string, ...columns: ListedColumn[]): ListedObject => ({
  namespace: 'public',
  name,
  kind: 'table',
  columns,
});
const FUNCTION: ListedObject = { namespace: 'public', name: 'f', kind: 'function' };

const OLD = [
  table('users', column('id', 'integer', false), column('emial', 'text')),
  table('old'),
  FUNCTION,
];
const NEW = [
  table('users', column('id', 'bigint', false), column('age', 'integer')),
  table('new'),
  FUNCTION,
  FUNCTION,
];

const CHANGES = [
  ['added', 'function', 'public.f', null, null],
  ['added', 'table', 'public.new', null, null],
  ['removed', 'table', 'public.old', null, null],
  ['changed', 'column', 'public.users.id', 'integer not null', 'bigint not null'],
  ['removed', 'column', 'public.users.emial', 'text', null],
  ['added', 'column', 'public.users.age', null, 'integer'],
];

describe('diffObjects', () => {
  it('finds what was added, removed and changed', () => {
    const changes = diffObjects(OLD, NEW);
    expect(changes.map((one) => [one.change, one.kind, one.name, one.old, one.new])).toEqual(
      CHANGES,
    );
  });

  it('finds nothing in the same schema, in any order', () => {
    expect(diffObjects(OLD, [...OLD].reverse())).toEqual([]);
  });
});

const open: OpenAnalyzer = async ({ schema }) =>
  schema.endsWith('old.sql')
    ? fakeAnalyzer({ rows: ROWS.filter(([word]) => word !== 'emial'), objects: OLD }).analyzer
    : fakeAnalyzer({ objects: NEW }).analyzer;

const FILES = { 'old.sql': '', 'new.sql': '', 'q/a.sql': 'SELECT emial, id;\nSELECT 1, nmae' };

describe('runSqlSchemaDiff', () => {
  it('prints changes and the queries that break', async () => {
    const { io, written } = fakeIo(await makeFolder(FILES));
    expect(await runSqlSchemaDiff(['old.sql', 'new.sql', 'q'], {}, open, io)).toBe(1);
    expect(written.out).toBe(`+ function public.f
+ table public.new
- table public.old
~ column public.users.id: integer not null -> bigint not null
- column public.users.emial: text
+ column public.users.age: integer

q/a.sql:1:8 error COLUMN_NOT_FOUND (-32052)
  column "emial" does not exist
   1 | SELECT emial, id;
     |        ^
  did you mean email?

6 changes; 1 new error in 1 file
`);
  });

  it('prints JSON, and ends with 0 where no query breaks', async () => {
    const { io, written } = fakeIo(await makeFolder(FILES));
    expect(await runSqlSchemaDiff(['old.sql', 'new.sql'], { format: 'json' }, open, io)).toBe(0);
    const { changes, findings } = JSON.parse(written.out) as {
      changes: object[];
      findings: object[];
    };
    expect([changes.length, changes[3], findings]).toEqual([
      6,
      {
        change: 'changed',
        kind: 'column',
        name: 'public.users.id',
        old: 'integer not null',
        new: 'bigint not null',
      },
      [],
    ]);
  });
});

describe('runSqlSchemaList', () => {
  it('lists objects', async () => {
    const { io, written } = fakeIo(await makeFolder(FILES));
    expect(await runSqlSchemaList([], { schema: 'new.sql' }, open, io)).toBe(0);
    expect(written.out).toBe(`table     public.users  2 columns
table     public.new    0 columns
function  public.f
function  public.f
4 objects in new.sql
`);
  });

  it('prints JSON', async () => {
    const { io, written } = fakeIo(await makeFolder(FILES));
    await runSqlSchemaList([], { schema: 'old.sql', format: 'json' }, open, io);
    expect(JSON.parse(written.out)).toEqual({ objects: OLD });
  });
});

describe('runSqlDescribe', () => {
  const files = {
    'schema.sql': '',
    'a.sql': '-- name: GetUser :one\nSELECT id FROM users WHERE id = :id;\nSELECT emial',
  };

  it('prints what each statement takes and returns', async () => {
    const { io, written } = fakeIo(await makeFolder(files));
    expect(await runSqlDescribe(['a.sql'], {}, open, io)).toBe(1);
    expect(written.out).toBe(`a.sql:2 select GetUser
  parameters
    $1  integer  id
  columns
    id  integer  not null
  reads
    public.users  id

a.sql:3 select
  columns
    id  integer  not null
  reads
    public.users  id

a.sql:3:8 error COLUMN_NOT_FOUND (-32052)
  column "emial" does not exist
   3 | SELECT emial
     |        ^
  did you mean email?

`);
  });

  it('prints JSON', async () => {
    const { io, written } = fakeIo(
      await makeFolder({ ...files, 'a.sql': '-- name: X :one\nSELECT :id' }),
    );
    expect(await runSqlDescribe(['a.sql'], { format: 'json' }, open, io)).toBe(0);
    expect(JSON.parse(written.out)).toEqual({
      statements: [
        {
          ...{ file: 'a.sql', line: 2, name: 'X', kind: 'select' },
          columns: [{ name: 'id', type: 'integer', nullable: false }],
          parameters: [{ number: 1, name: 'id', type: 'integer' }],
          reads: [{ schema: 'public', name: 'users', columns: ['id'] }],
          writes: [],
        },
      ],
      findings: [],
    });
  });
});
