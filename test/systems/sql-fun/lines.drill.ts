import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DrillClient, Reply } from './testing/drill/client.js';
import { CANARY, type DrilledDaemon, makeProject, startDaemon } from './testing/drill/daemon.js';

const path = temporaryFolder();
const project = makeProject(path('project'));
let daemon: DrilledDaemon;
let client: DrillClient;
beforeAll(async () => {
  daemon = await startDaemon({ folder: path('daemon') });
  client = await daemon.greet(project);
});
afterAll(() => daemon.close());

const line = (sql: string, id: Reply['id'] = 7) =>
  `{"jsonrpc":"2.0","id":${id},"method":"analyze_query","params":{"sql":${sql}}}\n`;
const deep = (open: string, close: string, depth = 100_000) =>
  open.repeat(depth) + close.repeat(depth);

const invalid = (problem: string) => ({ error: { code: -32600, data: { problem } } });
const unreadable = (problem: string) => ({ error: { code: -32700, data: { problem } } });

describe('an unusual line', () => {
  it.each<[string, number | null, string | Uint8Array, object]>([
    ['arrays 100,000 deep', 7, line(deep('[', ']')), invalid('too-deep')],
    ['objects 100,000 deep', 7, line(`${deep('{"a":', '}')}`), invalid('too-deep')],
    ['a million open brackets', 7, line('['.repeat(1_000_000)), invalid('too-deep')],
    ['17 megabytes', 7, line(`"${'x'.repeat(17_000_000)}"`), invalid('too-large')],
    [
      'a byte that is no UTF-8',
      null,
      Buffer.from(line('"\xe9"'), 'latin1'),
      unreadable('invalid-utf8'),
    ],
    [
      'half a character',
      null,
      Buffer.from(line('"\xe2\x82"'), 'latin1'),
      unreadable('invalid-utf8'),
    ],
    [
      'a surrogate in three bytes',
      null,
      Buffer.from(line('"\xed\xa0\x80"'), 'latin1'),
      unreadable('invalid-utf8'),
    ],
    ['a bare NUL', null, line('"SELECT \0"'), unreadable('invalid-json')],
    ['bare NULs and nothing else', null, `${'\0'.repeat(1000)}\n`, unreadable('invalid-json')],
  ])('%s is refused, and the next one is answered', async (_, id, text, expected) => {
    expect(await client.send(id, text)).toMatchObject(expected);
    expect((await client.call('ping')).result).toEqual({});
  });

  it('an array 1,000 deep in place of the text, too', async () => {
    const { error } = await client.send(7, line(deep('[', ']', 1000)));
    expect(error).toBeDefined();
    expect((await client.call('ping')).result).toEqual({});
  });
});

describe('an unusual text', () => {
  it('with a NUL is refused: PostgreSQL would read half of it', async () => {
    for (const method of ['analyze_query', 'validate_query', 'format_sql']) {
      const { error } = await client.call(method, { sql: 'SELECT 1 \0 FROM nowhere' });
      expect(error).toMatchObject({ code: -32030, data: { name: 'params.sql' } });
    }
    const { error } = await client.call('get_columns', { table: 'users\0' });
    expect(error).toMatchObject({ code: -32030, data: { name: 'params.table' } });
  });

  // Whoever counts the bytes of a half as those of a pair gives the parser a text that ends too early.
  it('with halves of pairs in it is refused, or is read to its end', async () => {
    const sql = `SELECT '${'\ud800'.repeat(8)}' AS a, '\udfff\ud800' AS b,\n '\ud83d\ude00' AS c, nope FROM users u`;
    const { error, result } = await client.call('analyze_query', { sql });
    if (error !== undefined) {
      return expect(error).toMatchObject({ code: -32030, data: { name: 'params.sql' } });
    }
    expect(result).toMatchObject({
      statements: [
        {
          columns: [{ name: 'a', type: 'text' }, { name: 'b' }, { name: 'c' }, { name: 'nope' }],
          reads: [{ name: 'users' }],
          problems: [{ code: 'not_found', name: 'nope', line: 2, column: 12 }],
        },
      ],
    });
  });

  it('with halves of pairs in a name is refused, or finds nothing', async () => {
    const { error } = await client.call('get_columns', { table: '\ud800users' });
    expect([-32030, -32051]).toContain(error?.code);
  });
});

describe('files that are none of MCP’s business', () => {
  const secret = path('secret.sql');
  /** Of a dump: its operator may find it in the journal. */
  const WORD = 'word_of_a_dump';
  const text = `SELECT '${CANARY}' FROM ${CANARY};\n`;
  beforeAll(() => {
    writeFileSync(secret, text);
    symlinkSync(secret, join(project, 'link.sql'));
    symlinkSync(path('.'), join(project, 'up'));
    writeFileSync(join(project, 'notes.txt'), text);
    writeFileSync(join(project, 'schema.broken.sql'), `CREATE TABLE t (a int);\n${WORD} ;\n`);
  });

  it.each([
    ...[secret, '../secret.sql', 'link.sql', 'up/secret.sql', 'notes.txt', 'schema.develop.sql'],
    ...[
      'sql-fun.toml',
      './x/../../secret.sql',
      '/proc/self/environ',
      `${'../'.repeat(40)}etc/passwd`,
    ],
  ])('%s is not read', async (file) => {
    const mcp = await daemon.greet(project, { context: 'mcp' });
    const { error } = await mcp.call('analyze_query', { file });
    expect(error).toMatchObject({ code: -32040, data: { target: 'file', name: file } });
  });

  it('and nothing of an invalid dump is shown but the place', async () => {
    const mcp = await daemon.greet(project, { context: 'mcp', schema: 'broken' });
    const calls = ['list_objects', 'select_schema', 'validate_schema', 'analyze_query'] as const;
    for (const method of calls) {
      const params = { schema: 'broken', ...(method === 'analyze_query' && { sql: 'SELECT 1' }) };
      const { error } = await mcp.call(method, params);
      expect(error).toMatchObject({
        code: -32021,
        data: { target: 'schema_file', name: 'schema.broken.sql', line: 2 },
      });
      expect(JSON.stringify(error)).not.toContain(WORD);
      expect(JSON.stringify(error)).not.toContain(project);
    }
  });

  it('nothing of that, and no token, was sent or logged', () => {
    expect(daemon.leaks()).toEqual([]);
    expect(daemon.written()).toContain('"error_code":-32021'); // there is a journal to look at
    expect(client.strays).toEqual([]);
  });
});
