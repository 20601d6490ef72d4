import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { faultOf, temporaryFolder } from '@errata/testing';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { extensionsFor } from './loaded-dump.js';
import { DumpSyntaxError, parseDumpFile, readDump, readDumpFile, stampOf } from './read-dump.js';

beforeAll(() => loadModule());

describe('readDump', () => {
  it('has the statements with their lines and texts', () => {
    const { statements } = readDump('-- é\n\\connect x\nSELECT 1;\n\n/* a */ SELECT\n\\echo\n2;');
    expect(statements.map(({ line, text }) => [line, text])).toEqual([
      [3, 'SELECT 1'],
      [5, 'SELECT\n     \n2'],
    ]);
  });

  it('says which extensions it needs, and the version that it comes from', () => {
    const text =
      '-- Dumped from database version 9.6.24\nCREATE EXTENSION postgis; CREATE EXTENSION "uuid-ossp"; CREATE LANGUAGE plperl;';
    expect(readDump(text)).toMatchObject({
      version: 9,
      extensions: ['postgis', 'uuid-ossp', 'plperl'],
      unknownExtensions: ['postgis'],
    });
    expect(readDump('')).toEqual({
      statements: [],
      extensions: [],
      unknownExtensions: [],
      extensionSchemas: {},
    });
  });

  it.each([
    ['SELECT 1;\n-- é\nCREATE TABL x ();', 3, 8, 'syntax error at or near "TABL"'],
    ['SELECT \0;', 1, 8, 'NUL byte'],
    [
      "SELECT 'é',\n :name;",
      2,
      2,
      'syntax error at or near ":" (:name is a variable of psql, which has no value here)',
    ],
  ])('does not accept %j', (text, line, column, message) => {
    let thrown: unknown;
    try {
      readDump(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DumpSyntaxError);
    expect(thrown).toMatchObject({ line, column, message });
  });
});

it('finds every extension inside PGlite', async () => {
  const names = ['uuid-ossp', 'earthdistance', 'hstore', 'postgis', 'plpgsql', '__proto__'];
  const found = await extensionsFor(names);
  expect(Object.keys(found)).toEqual(['uuid_ossp', 'earthdistance', 'cube', 'hstore']);
  expect(Object.values(found).every((one) => 'setup' in one)).toBe(true);
});

describe('readDumpFile', () => {
  const path = temporaryFolder();
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path(name), content);
    return path(name);
  };

  it('reads a file, and says which version of it that was', async () => {
    const name = file('good.sql', '\ufeffSELECT 1;');
    const { text, stamp, sha256 } = await readDumpFile(name);
    expect(text).toBe('SELECT 1;');
    expect(sha256).toBe(createHash('sha256').update('\ufeffSELECT 1;').digest('hex'));
    expect(stampOf(name)).toBe(stamp);
    utimesSync(name, 1, 2);
    expect(stampOf(name)).not.toBe(stamp);
  });

  it.each([
    ['missing.sql', 'ENOENT', () => undefined],
    ['folder.sql', 'EISDIR', (name: string) => mkdirSync(name)],
    ['pipe.sql', 'EINVAL', (name: string) => execFileSync('mkfifo', [name])],
    ['large.sql', 'EFBIG', (name: string) => writeFileSync(name, ' '.repeat(101))],
  ])('cannot read %s: %s', async (name, error_type, prepare) => {
    prepare(path(name));
    const fault = await faultOf(readDumpFile(path(name), { maxBytes: 100 }));
    expect(fault.reason).toBe('SCHEMA_IO_FAILURE');
    expect(fault.context).toEqual({ target: 'schema_file', name: path(name), error_type });
  });

  it('keeps the error of the system as the cause', async () => {
    const fault = await faultOf(readDumpFile(path('nowhere/x.sql')));
    expect(fault.context).toMatchObject({ error_type: 'ENOENT' });
    expect(fault.cause).toMatchObject({ code: 'ENOENT' });
    expect(stampOf(path('nowhere/x.sql'))).toBeUndefined();
  });

  const NOT_UTF8 = 'dump the database with --encoding=UTF8';
  it.each([
    [
      'latin1.sql',
      Buffer.from("select 1;\nselect 'é';", 'latin1'),
      2,
      `not UTF-8 at line 2: ${NOT_UTF8}`,
    ],
    ['utf16.sql', Buffer.from('\ufeffselect 1;', 'utf16le'), 1, `not UTF-8 at line 1: ${NOT_UTF8}`],
    [
      'archive.sql',
      Buffer.concat([Buffer.from('PGDMP'), Buffer.of(1, 14, 0, 4, 8, 1, 0xff, 0)]),
      1,
      'it is an archive of pg_dump: dump the database as plain SQL, with pg_dump -s',
    ],
    ['nul.sql', 'select 1;\n\nselect \0 2;', 3, 'NUL byte at line 3, column 8'],
    [
      'typo.sql',
      '-- é\nCREATE TABL u ();',
      2,
      'syntax error at or near "TABL" at line 2, column 8',
    ],
    [
      'deep.sql',
      `select 1;\nselect ${'1+'.repeat(50_000)}1;`,
      2,
      'the statement is nested too deeply at line 2, column 1',
    ],
  ])('does not accept %s', async (name, content, line, details) => {
    const read = async () => {
      const { text } = await readDumpFile(file(name, content));
      return parseDumpFile(path(name), text);
    };
    const fault = await faultOf(read());
    expect(fault.reason).toBe('INVALID_SCHEMA_SQL');
    expect(fault.context).toMatchObject({ target: 'schema_file', name: path(name), line });
    expect(fault.details).toBe(details);
  });
});
