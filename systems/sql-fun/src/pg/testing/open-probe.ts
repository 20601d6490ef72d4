import { startPostgres } from '@errata/store/testing';
import pg from 'pg';

/** A real PostgreSQL that is asked what it makes of something. */
export interface Probe {
  readonly client: pg.Client;
  /** Of each statement, the types of its columns (`integer,text`) or the SQLSTATE of its refusal. Nothing is executed. */
  resultTypes(statements: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

const PROBE = `
create function pg_temp.probe(statement text) returns text language plpgsql as $$
declare found text;
begin
  execute 'prepare probe as ' || statement;
  select coalesce(array_to_string(result_types::text[], ','), '') into found from pg_prepared_statements where name = 'probe';
  deallocate probe;
  return found;
exception when others then
  return sqlstate;
end $$`;

/** Starts a server and runs the given DDL. */
export async function openProbe(ddl: string): Promise<Probe> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    await client.query(ddl);
    await client.query(PROBE);
  } catch (error) {
    await client.end();
    await server.stop();
    throw error;
  }
  return {
    client,
    async resultTypes(statements) {
      const sql = `select pg_temp.probe(s) as found from unnest($1::text[]) with ordinality u(s, n) order by n`;
      const { rows } = await client.query<{ found: string }>(sql, [statements]);
      return rows.map(({ found }) => found);
    },
    async close() {
      await client.end();
      await server.stop();
    },
  };
}
