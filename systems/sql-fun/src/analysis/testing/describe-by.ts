import type pg from 'pg';

/** What PostgreSQL says of a statement, without running it. */
export type Described =
  { readonly columns: string; readonly parameters: string } | { readonly error: string };

interface Wire {
  parse(query: { text: string }): void;
  describe(what: { type: 'S' }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (m: { dataTypeIDs: number[] }) => void): void;
  removeAllListeners(event: string): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly dataTypeModifier: number;
}

/** Asks for the columns and the parameters of a statement. Of a domain, a client is told the type below it. */
export async function describeBy(client: pg.Client, sql: string): Promise<Described> {
  const { fields, parameters, error } = await new Promise<Answer>((resolve) => {
    client.query(new Description(sql, resolve));
  });
  if (error) return { error: error.message };
  const types = await spell(client, [
    ...fields.map((field) => [field.dataTypeID, field.dataTypeModifier] as const),
    ...parameters.map((type) => [type, -1] as const),
  ]);
  const columns = fields.map(({ name }, i) => `${name} ${types[i]}`);
  return { columns: columns.join(', '), parameters: types.slice(fields.length).join(', ') };
}

async function spell(
  client: pg.Client,
  uses: readonly (readonly [number, number])[],
): Promise<readonly string[]> {
  const text =
    'SELECT format_type(type, typmod) AS name FROM unnest($1::oid[], $2::int[]) AS u (type, typmod)';
  const values = [uses.map(([type]) => type), uses.map(([, typmod]) => typmod)];
  const { rows } = await client.query<{ name: string }>(text, values);
  return rows.map(({ name }) => name);
}

interface Answer {
  readonly fields: readonly Field[];
  readonly parameters: readonly number[];
  readonly error?: Error;
}

/** What the client of PostgreSQL runs in place of a query. */
class Description {
  #fields: readonly Field[] = [];
  #parameters: readonly number[] = [];
  readonly #sql: string;
  readonly #done: (answer: Answer) => void;

  constructor(sql: string, done: (answer: Answer) => void) {
    this.#sql = sql;
    this.#done = done;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.removeAllListeners('parameterDescription');
    wire.once('parameterDescription', ({ dataTypeIDs }) => (this.#parameters = dataTypeIDs));
    wire.parse({ text: this.#sql });
    wire.describe({ type: 'S' });
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  /** The client forgets what it runs once that has failed. */
  handleError(error: Error): void {
    this.#done({ fields: [], parameters: [], error });
  }

  handleReadyForQuery(): void {
    this.#done({ fields: this.#fields, parameters: this.#parameters });
  }
}
