import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CannotRun } from './check-io.js';
import { baseOf, findFiles, findSchema, globMatcher } from './find-files.js';
import { makeFolder } from '../../lab/testing/make-folder.js';

const FILES = {
  'a.sql': '',
  'b.ts': '',
  'schema.sql': '',
  'q/c.sql': '',
  'q/d.txt': '',
  'q/r/e.sql': '',
  'q/.hidden/f.sql': '',
  'q/node_modules/g.sql': '',
  '..x/h.sql': '',
};

const NOTHING_EXCEPT: ReadonlySet<string> = new Set();

describe('findFiles', () => {
  it.each([
    [['a.sql'], ['a.sql']],
    [['q'], ['q/c.sql', 'q/r/e.sql']],
    [['.'], ['a.sql', 'q/c.sql', 'q/r/e.sql', 'schema.sql']],
    [['q/*.sql'], ['q/c.sql']],
    [['q/**/*.sql'], ['q/c.sql', 'q/r/e.sql']],
    [['./q/**/*.{sql,txt}'], ['q/c.sql', 'q/d.txt', 'q/r/e.sql']],
    [['q/.hidden/*.sql'], ['q/.hidden/f.sql']],
    [
      ['*.ts', 'b.ts', './a.sql', 'a.sql'],
      ['b.ts', 'a.sql'],
    ],
    [
      ['-', 'a.sql'],
      ['-', 'a.sql'],
    ],
  ])('%j', async (paths, expected) => {
    const folder = await makeFolder(FILES);
    expect(await findFiles(paths, { folder, except: NOTHING_EXCEPT })).toEqual(expected);
  });

  it('takes the schema only where it is named', async () => {
    const folder = await makeFolder({ 'schema.sql': '', 'a.sql': '' });
    const options = { folder, except: new Set([join(folder, 'schema.sql')]) };
    expect(await findFiles(['.'], options)).toEqual(['a.sql']);
    expect(await findFiles(['*.sql'], options)).toEqual(['a.sql']);
    expect(await findFiles(['schema.sql'], options)).toEqual(['schema.sql']);
  });

  it('follows no links to folders', async () => {
    const folder = await makeFolder({ 'a.sql': '' });
    await symlink(folder, join(folder, 'loop'));
    await symlink(join(folder, 'a.sql'), join(folder, 'b.sql'));
    expect(await findFiles(['.'], { folder, except: NOTHING_EXCEPT })).toEqual(['a.sql', 'b.sql']);
  });

  it.each([
    ['x.sql', 'cannot read x.sql: it does not exist'],
    ['x/*.sql', 'no file matches x/*.sql'],
    ['q', 'no .sql file is in q'],
  ])('says that %s has no file', async (path, message) => {
    const folder = await makeFolder({ 'q/d.txt': '' });
    const error = await findFiles([path], { folder, except: NOTHING_EXCEPT }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(CannotRun);
    expect((error as CannotRun).message).toBe(message);
  });

  it('goes on without a folder that has no file, and says so', async () => {
    const folder = await makeFolder({ 'q/d.txt': '', 'a.sql': '' });
    const lines: string[] = [];
    const warn = (text: string) => void lines.push(text);
    const options = { folder, except: NOTHING_EXCEPT, warn };
    expect(await findFiles(['q', 'a.sql'], options)).toEqual(['a.sql']);
    expect(lines).toEqual(['errata: no .sql file is in q\n']);
    await expect(findFiles(['q/*.sql', 'a.sql'], options)).rejects.toThrow('no file matches');
  });
});

describe('findSchema', () => {
  it.each([
    [['sql-fun.toml', 'schema.sql', 'schema.develop.sql'], {}, 'sql-fun.toml schema.develop.sql'],
    [['schema.sql', 'schema.a.sql'], {}, 'schema.sql schema.sql'],
    [['schema.a.sql', 'schema.develop.sql'], {}, 'schema.develop.sql schema.develop.sql'],
    [['schema.a.sql'], {}, 'schema.a.sql schema.a.sql'],
    [['dump.sql', 'schema.sql'], { schema: 'dump.sql' }, 'dump.sql dump.sql'],
    [['x.toml', 'schema.develop.sql'], { config: 'x.toml' }, 'x.toml schema.develop.sql'],
    [
      ['x.toml'],
      { config: 'x.toml' },
      'cannot read the schema schema.develop.sql: it does not exist',
    ],
    [['schema.a.sql', 'schema.b.sql'], {}, 'several schemas are here: schema.a.sql, schema.b.sql'],
    [[], {}, 'there is no schema: no sql-fun.toml, schema.sql or schema.*.sql is here'],
    [[], { schema: 'x.sql' }, 'cannot read the schema x.sql: it does not exist'],
    [[], { schema: '.' }, 'cannot read the schema .: it is not a file'],
    [
      ['a', 'b'],
      { schema: 'a', config: 'b' },
      '--schema and --config both name a schema: choose one',
    ],
  ])('of %j with %j', async (files, flags, expected) => {
    const folder = await makeFolder(Object.fromEntries(files.map((name) => [name, ''])));
    const found = await findSchema(flags, folder).then(
      ({ name, schema }) => `${name} ${relative(folder, schema)}`,
      (error: CannotRun) => error.message,
    );
    expect(found).toBe(expected);
  });

  it('reads the config that is named', async () => {
    const config =
      'default = "x"\nsearch_path = ["app"]\nserver_version = 16\n[schemas]\nx = "db/dump.sql"\n';
    const folder = await makeFolder({
      'other.toml': config,
      'db/dump.sql': '',
      'sql-fun.toml': '',
    });
    expect(await findSchema({ config: 'other.toml' }, folder)).toEqual({
      ...{
        name: 'other.toml',
        schema: join(folder, 'db/dump.sql'),
        path: ['app'],
        serverVersion: 16,
      },
      files: new Set([join(folder, 'other.toml'), join(folder, 'db/dump.sql')]),
    });
  });

  it('says what is wrong with a config', async () => {
    const folder = await makeFolder({ 'other.toml': 'default = 3' });
    await expect(findSchema({ config: 'other.toml' }, folder)).rejects.toThrow(
      /^cannot read the config: other\.toml: default has to be the id of a schema/,
    );
  });

  it('takes no dump beside the schema for queries', async () => {
    const folder = await makeFolder({ 'schema.sql': '', 'schema.preview.sql': '', 'a.sql': '' });
    const { files } = await findSchema({}, folder);
    expect(await findFiles(['.'], { folder, except: files })).toEqual(['a.sql']);
  });

  it('says how to write a schema', async () => {
    const folder = await makeFolder({});
    await expect(findSchema({}, folder)).rejects.toMatchObject({
      hint: 'Write one with: pg_dump -s mydb > schema.sql',
    });
  });
});

describe('globMatcher', () => {
  it.each([
    ['*.sql', 'a.sql', true],
    ['*.sql', 'b/a.sql', false],
    ['**/*.sql', 'a.sql', true],
    ['**/*.sql', 'b/c/a.sql', true],
    ['q/**/*.sql', 'q/a.sql', true],
    ['q/**/*.sql', 'r/a.sql', false],
    ['q/**', 'q/a/b.sql', true],
    ['q/**/**/*.sql', 'q/a/b.sql', true],
    ['a?.sql', 'ab.sql', true],
    ['a?.sql', 'a.sql', false],
    ['a.{sql,ts}', 'a.ts', true],
    ['a.{sql,ts}', 'a.js', false],
    ['{a,b/{c,d}}/*.sql', 'b/d/x.sql', true],
    ['a+(b).sql', 'a+(b).sql', true],
    ['a.sql', 'aXsql', false],
    ['{a', '{a', true],
    ['a**b.sql', 'aXb.sql', true],
    ['**/a/**/b.sql', 'x/a/y/a/b.sql', true],
    ['**/a/**/b.sql', 'x/b.sql', false],
    ['*a*a*a*a*a*a*a*a*b', 'a'.repeat(10_000), false],
  ])('%s: %s', (pattern, path, matches) => {
    expect(globMatcher(pattern)(path)).toBe(matches);
  });

  it('refuses a pattern with too many alternatives', () => {
    expect(() => globMatcher('{a,b}'.repeat(20))).toThrow('too many alternatives');
  });

  it.each([
    ['q/**/*.sql', 'q/'],
    ['*.sql', ''],
    ['/tmp/*.sql', '/tmp/'],
    ['/*.sql', '/'],
    ['a/{b,c}/d.sql', 'a/'],
  ])('begins to look for %s in %s', (pattern, base) => expect(baseOf(pattern)).toBe(base));
});
