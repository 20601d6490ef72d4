import pg from 'pg';
import { RowDescription } from './row-description.js';

export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
}

/** What PostgreSQL says of a statement when it prepares it. */
export type Prepared =
  | {
      readonly ok: true;
      /** By number, from $1. */
      readonly parameters: readonly string[];
      readonly columns: readonly DescribedColumn[];
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** Counted in characters from 0, as JavaScript does; undefined where PostgreSQL names no place. */
      readonly offset: number | undefined;
    };

// The wire tells the base type of a domain; the list of prepared statements has the domain, which has no modifier.
const TYPES = `
  SELECT (SELECT json_agg(format_type(type, -1) ORDER BY n)
          FROM unnest(parameter_types::oid[]) WITH ORDINALITY AS u (type, n)) AS parameters,
         (SELECT json_agg(format_type(type, CASE WHEN type = base THEN typmod ELSE -1 END) ORDER BY n)
          FROM ROWS FROM (unnest(result_types::oid[]), unnest($1::oid[]), unnest($2::int[]))
               WITH ORDINALITY AS u (type, base, typmod, n)) AS columns
  FROM pg_prepared_statements WHERE name = 'described'`;

interface Types {
  readonly parameters: string[] | null;
  readonly columns: string[] | null;
}

/** Ask PostgreSQL what a statement takes and gives; it is not run. Names are looked for in `path`, if it is given. */
export async function prepare(client: pg.Client, sql: string, path?: string): Promise<Prepared> {
  try {
    await client.query(path === undefined ? 'RESET search_path' : `SET search_path = ${path}`);
    const fields = await client.query(new RowDescription('described', sql)).fields;
    const { rows } = await client.query<Types>(TYPES, [
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ dataTypeModifier }) => dataTypeModifier),
    ]);
    await client.query('DEALLOCATE described');
    const { parameters, columns } = rows[0]!;
    return {
      ok: true,
      parameters: parameters ?? [],
      columns: fields.map(({ name }, i) => ({ name, type: columns![i]! })),
    };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code = '', message, position } = error;
    return { ok: false, code, message, offset: offsetOf(sql, position) };
  }
}

/** PostgreSQL counts whole characters from 1. */
function offsetOf(sql: string, position: string | undefined): number | undefined {
  if (position === undefined) return undefined;
  return [...sql].slice(0, Number(position) - 1).join('').length;
}
