import { Fault } from '@errata/core/fault';
import type { OpenJudge } from './judge.js';
import type { SqlFlags } from './options.js';

/** Where a command writes to and how it ends, so that it needs no process. */
export interface CheckIo {
  out(text: string): void;
  err(text: string): void;
  /** Writes lines that GitHub reads as commands. */
  annotate(text: string): void;
  /** One line on the screen that is written over; an empty text clears it. Nothing where nobody looks. */
  progress(text: string): void;
  readonly columns: number;
  readonly colors: Readonly<
    Record<'bold' | 'dim' | 'red' | 'yellow' | 'cyan', (text: string) => string>
  >;
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readStdin(): Promise<Uint8Array>;
  /** Calls `onChange` after something in the folders has changed. */
  watch(folders: readonly string[], onChange: () => void): { close(): void };
}

/** A command: its arguments, its options, and the exit code. Throws `CannotRun` for 2. */
export type RunCommand = (
  paths: readonly string[],
  flags: SqlFlags,
  open: OpenJudge,
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
