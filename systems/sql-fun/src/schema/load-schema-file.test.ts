import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { faultOf, temporaryFolder } from '@errata/system/testing';
import { describe, expect, it } from 'vitest';
import { findRelation, loadSchemaFile, stampOf } from './index.js';

const path = temporaryFolder();
const file = (name: string, content: string | Buffer) => {
  writeFileSync(path(name), content);
  return path(name);
};

describe('loadSchemaFile', () => {
  it('reads a file, and says which version of it that was', async () => {
    const name = file('good.sql', 'CREATE TABLE users (id int);');
    const { schema, stamp, sha256 } = await loadSchemaFile(name);
    expect(findRelation(schema, ['public'], 'users')?.columns.map((each) => each.name)).toEqual([
      'id',
    ]);
    expect(sha256).toBe(createHash('sha256').update('CREATE TABLE users (id int);').digest('hex'));
    expect(await stampOf(name)).toBe(stamp);
    utimesSync(name, 1, 2);
    expect(await stampOf(name)).not.toBe(stamp);
  });

  it('passes over a byte order mark', async () => {
    const { schema } = await loadSchemaFile(file('bom.sql', '\ufeffCREATE TABLE t ();'));
    expect(findRelation(schema, ['public'], 't')?.line).toBe(1);
  });

  it.each([
    ['missing.sql', 'ENOENT', () => undefined],
    ['folder.sql', 'EISDIR', (name: string) => mkdirSync(name)],
    ['pipe.sql', 'EINVAL', (name: string) => execFileSync('mkfifo', [name])],
    ['large.sql', 'EFBIG', (name: string) => writeFileSync(name, ' '.repeat(101))],
  ])('cannot read %s: %s', async (name, error_type, prepare) => {
    prepare(path(name));
    const fault = await faultOf(loadSchemaFile(path(name), { maxBytes: 100 }));
    expect(fault.reason).toBe('SCHEMA_IO_FAILURE');
    expect(fault.context).toEqual({ target: 'schema_file', name: path(name), error_type });
  });

  it('says how large is too large', async () => {
    const name = file('larger.sql', ' '.repeat(101));
    const fault = await faultOf(loadSchemaFile(name, { maxBytes: 100 }));
    expect(fault.details).toBe(
      `Schema file ${name} is not read: it has 101 bytes, more than the limit of 100`,
    );
    expect(statSync(name).size).toBe(101);
  });

  it('keeps the error of the system as the cause', async () => {
    const fault = await faultOf(loadSchemaFile(path('nowhere/x.sql')));
    expect(fault.cause).toMatchObject({ code: 'ENOENT' });
    const stamp = await faultOf(stampOf(path('nowhere/x.sql')));
    expect(stamp.context).toMatchObject({ error_type: 'ENOENT' });
  });

  it.each([
    [
      'latin1.sql',
      Buffer.from("select 1;\nselect 'é';", 'latin1'),
      2,
      'not UTF-8 at line 2: dump the database with --encoding=UTF8',
    ],
    [
      'utf16.sql',
      Buffer.from('\ufeffselect 1;', 'utf16le'),
      1,
      'not UTF-8 at line 1: dump the database with --encoding=UTF8',
    ],
    [
      'archive.sql',
      Buffer.concat([Buffer.from('PGDMP'), Buffer.of(1, 14, 0, 4, 8, 1, 0xff, 0)]),
      1,
      'it is an archive of pg_dump: dump the database as plain SQL, with pg_dump -s',
    ],
    ['nul.sql', 'select 1;\n\nselect \0 2;', 3, 'NUL byte at line 3, column 8'],
    [
      'typo.sql',
      '-- é\nCREATE TABL users (id int);',
      2,
      'syntax error at or near "TABL" at line 2, column 8',
    ],
  ])('does not accept %s', async (name, content, line, details) => {
    const fault = await faultOf(loadSchemaFile(file(name, content)));
    expect(fault.reason).toBe('INVALID_SCHEMA_SQL');
    expect(fault.context).toMatchObject({ target: 'schema_file', name: path(name), line });
    expect(fault.details).toBe(details);
  });
});
