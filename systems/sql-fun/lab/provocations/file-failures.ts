import { causesIn, causesOf, type Provoke } from './provoke.js';
import { assertWorked } from './served.js';
import type { SqlFunWorld } from './world.js';

/** A schema that worked, after its file is rewritten, or removed. */
const listAfter =
  (schema: string, file: string, text?: string) =>
  async ({ main, withFile }: SqlFunWorld) => {
    const ask = () => main.ask('list_objects', { schema });
    assertWorked(await ask(), 'the first list');
    return withFile(file, text, ask);
  };

/** −32020 and −32021: files that cannot be read, and those that are no SQL. */
export const FILE_FAILURES: readonly Provoke[] = [
  ...causesIn(`
# SCHEMA_IO_FAILURE: Schema file I/O failure
missing | The config names a dump that is not there | schema_file error_type=ENOENT | select_schema {"schema":"gone"}
directory | A directory is in the place of the dump | schema_file error_type=EISDIR | validate_schema {"schema":"folder"}
query file | The file of a query is not there | query_file error_type=ENOENT | analyze_query {"file":"queries/report.sql"}
# INVALID_SCHEMA_SQL: Invalid SQL in schema file
syntax | The second statement of a dump is CREATE TABL | schema_file line=2 | validate_schema {"schema":"misspelt"}
encoding | A dump in Latin-1, whose bytes are no UTF-8 | schema_file line=1 | select_schema {"schema":"latin"}
NUL | A dump with a NUL character in it, after which a parser would see nothing | schema_file | list_objects {"schema":"nul"}
`),
  ...causesOf('SCHEMA_IO_FAILURE', 'Schema file I/O failure', {
    removed: {
      cause: 'A dump that worked is removed while the server runs',
      told: { target: 'schema_file', error_type: 'ENOENT' },
      provoke: listAfter('removed', 'dumps/removed.sql'),
    },
    permission: {
      cause: 'The server runs as a user who may not read the dump, mode 0000',
      told: { target: 'schema_file', error_type: 'EACCES' },
      provoke: async (world) =>
        (await world.unprivileged()).ask('validate_query', { sql: 'SELECT 1' }),
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
    edited: {
      cause: 'A dump that worked is spoilt by an editor while the server runs',
      told: { target: 'schema_file', line: 1 },
      provoke: listAfter('edited', 'schema.edited.sql', 'CREATE TABLE a (id integer;\n'),
    },
  }),
];
