import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { faultOf, temporaryFolder } from '@errata/system/testing';
import { describe, expect, it } from 'vitest';
import { SchemaCache } from './schema-cache.js';

const path = temporaryFolder();
const table = (name: string) => `CREATE TABLE public.${name} (id integer);\n`;

async function tablesOf(cache: SchemaCache, file: string): Promise<string[]> {
  const { schema } = await cache.get(file);
  return [...schema.namespaces.get('public')!.relations.keys()];
}

describe('the schemas that a worker keeps', () => {
  it('are read once while their file stays as it is', async () => {
    const cache = new SchemaCache(2);
    const file = path('same.sql');
    writeFileSync(file, table('users'));
    expect(await tablesOf(cache, file)).toEqual(['users']);
    expect(await cache.get(file)).toBe(await cache.get(file));
  });

  it('are read again when it was written, replaced, or written without a trace in its time', async () => {
    const cache = new SchemaCache(2);
    const file = path('changes.sql');
    writeFileSync(file, table('aaaa'));
    utimesSync(file, 1, 1);
    expect(await tablesOf(cache, file)).toEqual(['aaaa']);
    writeFileSync(file, table('bbbb'));
    utimesSync(file, 1, 1);
    expect(await tablesOf(cache, file)).toEqual(['bbbb']);
    writeFileSync(path('next.sql'), table('cccc'));
    renameSync(path('next.sql'), file);
    expect(await tablesOf(cache, file)).toEqual(['cccc']);
  });

  it('are not answered from memory when the file is gone, a folder, or no SQL any more', async () => {
    const cache = new SchemaCache(2);
    const file = path('goes.sql');
    writeFileSync(file, table('users'));
    await cache.get(file);
    rmSync(file);
    expect((await faultOf(cache.get(file))).context).toEqual({
      target: 'schema_file',
      name: file,
      error_type: 'ENOENT',
    });
    mkdirSync(file);
    expect((await faultOf(cache.get(file))).context).toMatchObject({ error_type: 'EISDIR' });
    rmSync(file, { recursive: true });
    writeFileSync(file, 'CREATE TABL users ();');
    expect((await faultOf(cache.get(file))).reason).toBe('INVALID_SCHEMA_SQL');
    writeFileSync(file, table('again'));
    expect(await tablesOf(cache, file)).toEqual(['again']);
  });

  it('are no more than they may be; the one that was not used for the longest time goes', async () => {
    const cache = new SchemaCache(2);
    const files = ['one', 'two', 'three'].map((name) => path(`${name}.sql`));
    for (const file of files) writeFileSync(file, table('t'));
    const [one, two, three] = files as [string, string, string];
    const first = await cache.get(one);
    const second = await cache.get(two);
    await cache.get(one);
    await cache.get(three);
    expect(await cache.get(one)).toBe(first);
    expect(await cache.get(two)).not.toBe(second);
  });
});
