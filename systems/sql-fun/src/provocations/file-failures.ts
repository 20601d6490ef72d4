import { causesOf, type Provoke } from './provoke.js';
import { assertWorked } from './served.js';

/** −32020 and −32021: files that cannot be read, and those that are no SQL. */
export const FILE_FAILURES: readonly Provoke[] = [
  ...causesOf('SCHEMA_IO_FAILURE', 'Schema file I/O failure', {
    missing: {
      cause: 'The config names a dump that is not there',
      told: { target: 'schema_file', error_type: 'ENOENT' },
      ask: ['select_schema', { schema: 'gone' }],
    },
    removed: {
      cause: 'A dump that worked is removed while the server runs',
      told: { target: 'schema_file', error_type: 'ENOENT' },
      async provoke(world) {
        const ask = () => world.main.ask('list_objects', { schema: 'removed' });
        assertWorked(await ask(), 'the first list');
        return world.withFile('dumps/removed.sql', undefined, ask);
      },
    },
    directory: {
      cause: 'A directory is in the place of the dump',
      told: { target: 'schema_file', error_type: 'EISDIR' },
      ask: ['validate_schema', { schema: 'folder' }],
    },
    permission: {
      cause: 'The server runs as a user who may not read the dump, mode 0000',
      told: { target: 'schema_file', error_type: 'EACCES' },
      provoke: async (world) =>
        (await world.unprivileged()).ask('validate_query', { sql: 'SELECT 1' }),
    },
    'query file': {
      cause: 'The file of a query is not there',
      told: { target: 'query_file', error_type: 'ENOENT' },
      ask: ['analyze_query', { file: 'queries/report.sql' }],
    },
    config: {
      cause: 'sql-fun.toml is made something that is no TOML while the server runs',
      told: { target: 'config_file' },
      provoke: (world) =>
        world.withFile('sql-fun.toml', 'default = develop\n', () =>
          world.main.ask('list_schemas', {}),
        ),
    },
  }),
  ...causesOf('INVALID_SCHEMA_SQL', 'Invalid SQL in schema file', {
    syntax: {
      cause: 'The second statement of a dump is CREATE TABL',
      told: { target: 'schema_file', line: 2 },
      ask: ['validate_schema', { schema: 'misspelt' }],
    },
    encoding: {
      cause: 'A dump in Latin-1, whose bytes are no UTF-8',
      told: { target: 'schema_file', line: 1 },
      ask: ['select_schema', { schema: 'latin' }],
    },
    NUL: {
      cause: 'A dump with a NUL character in it, after which a parser would see nothing',
      told: { target: 'schema_file' },
      ask: ['list_objects', { schema: 'nul' }],
    },
    edited: {
      cause: 'A dump that worked is spoilt by an editor while the server runs',
      told: { target: 'schema_file', line: 1 },
      async provoke(world) {
        const ask = () => world.main.ask('list_objects', { schema: 'edited' });
        assertWorked(await ask(), 'the first list');
        return world.withFile('schema.edited.sql', 'CREATE TABLE a (id integer;\n', ask);
      },
    },
  }),
];
