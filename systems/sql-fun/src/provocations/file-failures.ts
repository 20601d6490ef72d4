import { assertTells } from './assert-tells.js';
import { assertWorked } from './assert-worked.js';
import { asking, row, type Provoke } from './provoke.js';

/** −32020 and −32021: files that cannot be read, and those that are no SQL. */
export const FILE_FAILURES: readonly Provoke[] = [
  {
    reason: 'SCHEMA_IO_FAILURE',
    variant: 'missing',
    cause: 'The config names a dump that is not there',
    example: row('Schema file I/O failure', 'schema_file'),
    provoke: asking('select_schema', { schema: 'gone' }, { error_type: 'ENOENT' }),
  },
  {
    reason: 'SCHEMA_IO_FAILURE',
    variant: 'removed',
    cause: 'A dump that worked is removed while the server runs',
    example: row('Schema file I/O failure', 'schema_file'),
    async provoke(world) {
      const ask = () => world.main.ask('list_objects', { schema: 'removed' });
      assertWorked(await ask(), 'the first list');
      await world.removeFromProject('dumps/removed.sql');
      return assertTells(await ask(), { error_type: 'ENOENT' });
    },
  },
  {
    reason: 'SCHEMA_IO_FAILURE',
    variant: 'directory',
    cause: 'A directory is in the place of the dump',
    example: row('Schema file I/O failure', 'schema_file'),
    provoke: asking('validate_schema', { schema: 'folder' }, { error_type: 'EISDIR' }),
  },
  {
    reason: 'SCHEMA_IO_FAILURE',
    variant: 'permission',
    cause: 'The server runs as a user who may not read the dump, mode 0000',
    example: row('Schema file I/O failure', 'schema_file'),
    async provoke(world) {
      const served = await world.unprivileged();
      const answer = await served.ask('validate_query', { sql: 'SELECT 1' });
      return assertTells(answer, { error_type: 'EACCES' });
    },
  },
  {
    reason: 'SCHEMA_IO_FAILURE',
    variant: 'query file',
    cause: 'The file of a query is not there',
    example: row('Schema file I/O failure', 'query_file'),
    provoke: asking('analyze_query', { file: 'queries/report.sql' }, { error_type: 'ENOENT' }),
  },
  {
    reason: 'SCHEMA_IO_FAILURE',
    variant: 'config',
    cause: 'sql-fun.toml is made something that is no TOML while the server runs',
    example: row('Schema file I/O failure', 'config_file'),
    async provoke(world) {
      return world.withInProject('sql-fun.toml', 'default = develop\n', () =>
        world.main.ask('list_schemas', {}),
      );
    },
  },
  {
    reason: 'INVALID_SCHEMA_SQL',
    variant: 'syntax',
    cause: 'The second statement of a dump is CREATE TABL',
    example: row('Invalid SQL in schema file', 'schema_file'),
    fields: ['line'],
    provoke: asking('validate_schema', { schema: 'misspelt' }, { line: 2 }),
  },
  {
    reason: 'INVALID_SCHEMA_SQL',
    variant: 'encoding',
    cause: 'A dump in Latin-1, whose bytes are no UTF-8',
    example: row('Invalid SQL in schema file', 'schema_file'),
    fields: ['line'],
    provoke: asking('select_schema', { schema: 'latin' }, { line: 1 }),
  },
  {
    reason: 'INVALID_SCHEMA_SQL',
    variant: 'NUL',
    cause: 'A dump with a NUL character in it, after which a parser would see nothing',
    example: row('Invalid SQL in schema file', 'schema_file'),
    provoke: asking('list_objects', { schema: 'nul' }),
  },
  {
    reason: 'INVALID_SCHEMA_SQL',
    variant: 'edited',
    cause: 'A dump that worked is spoilt by an editor while the server runs',
    example: row('Invalid SQL in schema file', 'schema_file'),
    fields: ['line'],
    async provoke(world) {
      const ask = () => world.main.ask('list_objects', { schema: 'edited' });
      assertWorked(await ask(), 'the first list');
      await world.writeToProject('schema.edited.sql', 'CREATE TABLE a (id integer;\n');
      return ask();
    },
  },
];
