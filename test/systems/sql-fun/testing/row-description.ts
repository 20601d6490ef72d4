import type { Connection, FieldDef, Submittable } from 'pg';

/** What pg's connection can do and its types do not tell. */
interface Wire {
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Parse, Describe and Sync of the wire protocol: the statement is prepared and described, and never run. */
export class RowDescription implements Submittable {
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
