import type { Analysis } from '../query/analysis.js';

/** Checks SQL against one schema. */
export interface Judge {
  /** One analysis for each statement that `splitStatements` finds, in order; places are in the text. */
  analyze(sql: string): Promise<Analysis>;
  list(): Promise<readonly ListedObject[]>;
  close(): Promise<void>;
}

export interface JudgeOptions {
  /** The path of a dump, as `pg_dump -s` writes it. */
  readonly schema: string;
  /** The schemas (namespaces) that unqualified names are looked for in. */
  readonly path: readonly string[];
  /** The major version of the server that the queries are for. Default: the dump's. */
  readonly serverVersion?: number | undefined;
}

export type OpenJudge = (options: JudgeOptions) => Promise<Judge>;

export interface ListedObject {
  readonly namespace: string;
  readonly name: string;
  /** `table`, `view`, `function`, … */
  readonly kind: string;
  readonly columns?: readonly ListedColumn[];
}

export interface ListedColumn {
  readonly name: string;
  readonly type?: string;
  readonly nullable: boolean;
}
