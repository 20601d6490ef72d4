import { Fault } from '@errata/core';
import type { Analysis } from '../query/analysis.js';

/** Where a command writes to and how it ends, so that it needs no process. */
export interface CheckIo {
  out(text: string): void;
  err(text: string): void;
  /** Writes lines that GitHub reads as commands. */
  annotate(text: string): void;
  /** One line on the screen that is written over; an empty text clears it. Nothing if there is no screen. */
  progress(text: string): void;
  readonly columns: number;
  readonly colors: Readonly<
    Record<'bold' | 'dim' | 'red' | 'yellow' | 'cyan', (text: string) => string>
  >;
  readonly folder: string;
  readonly signal: AbortSignal;
  readStdin(): Promise<Uint8Array>;
  /** Calls `onChange` after something in the folders has changed. */
  watch(folders: readonly string[], onChange: () => void): { close(): void };
}

export interface Analyzer {
  /** One analysis for each statement that `splitStatements` finds, in order; places are in the text. */
  analyze(sql: string): Promise<Analysis>;
  list(): Promise<readonly ListedObject[]>;
  close(): Promise<void>;
}

export interface AnalyzerOptions {
  /** The path of a dump, as `pg_dump -s` writes it. */
  readonly schema: string;
  /** The schemas (namespaces) that unqualified names are looked for in. */
  readonly path: readonly string[];
  /** The major version of the server that the queries are for. Default: the dump's. */
  readonly serverVersion?: number | undefined;
}

export type OpenAnalyzer = (options: AnalyzerOptions) => Promise<Analyzer>;

export interface ListedObject {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly columns?: readonly ListedColumn[] | undefined;
  /** Its constraints, triggers and policies (`constraint users_pkey`) as text; under an empty name, what it is: a query, labels, a signature. */
  readonly parts?: Readonly<Record<string, string>> | undefined;
}

export interface ListedColumn extends Flags<'type' | 'default' | 'generated', string | undefined> {
  readonly name: string;
  readonly nullable: boolean;
}

export const PARAMETER_STYLES = ['auto', 'dollar', 'colon', 'at', 'question', 'braces'] as const;
export type ParameterStyle = (typeof PARAMETER_STYLES)[number];
export const CHECK_FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'gcc'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** All flags; which command has which one is in the tables of `COMMANDS`. */
export interface SqlFlags
  extends
    Flags<'schema' | 'config' | 'baseline', string>,
    Flags<'serverVersion' | 'maxWarnings', number>,
    Flags<'quiet' | 'notes' | 'updateBaseline' | 'watch', boolean> {
  readonly params?: ParameterStyle;
  readonly tag?: readonly string[];
  readonly format?: CheckFormat;
}

type Flags<Names extends string, Value> = { readonly [Name in Names]?: Value };

/** A command: its arguments, its options, and the exit code. Throws `CannotRun` for 2. */
export type RunCommand = (
  paths: readonly string[],
  flags: SqlFlags,
  open: OpenAnalyzer,
  io: CheckIo,
) => Promise<0 | 1>;

/** The command could not run: exit code 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** For `catch`: the command cannot run because of the error. */
export const cannot = (what: string) => (error: Error) => {
  throw new CannotRun(`${what}: ${error instanceof Fault ? error.details : error.message}`);
};
