import type { Analysis } from '../query/analysis.js';

/** Checks SQL against one schema. */
export interface Judge {
  /**
   * All statements of a text, in order; places are in that text. One analysis for each statement that `splitStatements` finds. A
   * judge that stops at a syntax error returns that one problem, and is asked again without the statement.
   */
  analyze(sql: string): Promise<Analysis>;
  list(): Promise<SchemaListing>;
  close(): Promise<void>;
}

export interface JudgeOptions {
  /** A dump, as `pg_dump -s` writes it. */
  readonly schema?: string;
  /** A `sql-fun.toml`. */
  readonly config?: string;
  /** The major version of the server that the queries are for. */
  readonly serverVersion?: number;
  readonly onProgress?: (sentence: string) => void;
}

export type OpenJudge = (options: JudgeOptions) => Promise<Judge>;

export interface ListedColumn {
  readonly name: string;
  readonly type?: string;
  readonly nullable: boolean;
}

export interface ListedObject {
  readonly namespace: string;
  readonly name: string;
  /** `table`, `view`, `function`, … */
  readonly kind: string;
  readonly columns?: readonly ListedColumn[];
}

export interface SchemaListing {
  readonly objects: readonly ListedObject[];
}
