import type { Database } from '../databases/index.js';
import type { Exposure } from '../policy/index.js';

/** What a method works with. */
export interface MethodContext {
  /** The folder of the project, absolute. */
  readonly project: string;
  /** The schemas (namespaces) that unqualified names are looked for in. */
  readonly path: readonly string[];
  /** What may be seen; it is there for MCP, and only there. */
  readonly exposure?: Exposure | undefined;
  /** The major version of the server that queries are for; the one of the dump where nobody says. */
  readonly serverVersion?: number | undefined;
  /** The schema that is meant where none is named. */
  readonly selected: string;
  /** A schema by its id, or the selected one. Throws what the file gives cause for. */
  schema(id?: string): Promise<LoadedSchema>;
  /** What there is to select: files of the folder and what the config names. */
  schemas(): Promise<KnownSchemas>;
}

/** A schema and the database that was made of its file. */
export interface LoadedSchema {
  readonly id: string;
  /** The path of the file. */
  readonly file: string;
  /** Of the bytes of the file, in hex. */
  readonly sha256: string;
  /** Of MCP, the one that has only what is exposed. */
  readonly database: Database;
}

export interface KnownSchemas {
  /** The id that is selected unless somebody selects another. */
  readonly default: string;
  /** In the order of their ids. */
  readonly schemas: readonly KnownSchema[];
}

export interface KnownSchema {
  readonly id: string;
  /** The path of the file, absolute. */
  readonly file: string;
  readonly exists: boolean;
}
