import pg from 'pg';
import type { Connection, FieldDef, Submittable } from 'pg';
import type { Query } from './use-database.js';

/** What pg's connection can do and its types do not tell. */
interface Wire {
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Parse, Describe and Sync of the wire protocol: the statement is prepared and described, and never run. */
class RowDescription implements Submittable {
  readonly fields: Promise<readonly FieldDef[]>;
  #fields: readonly FieldDef[] = [];
  #resolve!: (fields: readonly FieldDef[]) => void;
  #reject!: (error: unknown) => void;

  readonly #name: string;
  readonly #text: string;

  constructor(name: string, text: string) {
    this.#name = name;
    this.#text = text;
    this.fields = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    wire.parse({ name: this.#name, text: this.#text, types: [] });
    wire.describe({ type: 'S', name: this.#name });
    wire.sync();
  }

  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
    this.#fields = message.fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

interface DescribedColumn {
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

/** A query with what PostgreSQL says of it. */
export interface Described extends Query {
  readonly theirs: Prepared & { readonly ok: true };
}

interface DescribeOptions {
  /** Where names that have no schema are looked for. */
  readonly path?: string;
  /** Queries that PostgreSQL refuses are left out; otherwise they are a mistake of the corpus. */
  readonly onlyAccepted?: boolean;
}

/** Ask PostgreSQL about queries that it should accept. */
export async function described(
  queries: readonly Query[],
  client: pg.Client,
  { path, onlyAccepted = false }: DescribeOptions = {},
): Promise<readonly Described[]> {
  const all: Described[] = [];
  for (const { name, sql } of queries) {
    const theirs = await prepare(client, sql, path);
    if (theirs.ok) all.push({ name, sql, theirs });
    else if (!onlyAccepted) {
      throw new Error(`PostgreSQL refuses “${name}”: ${theirs.message}\n${sql}`);
    }
  }
  return all;
}
