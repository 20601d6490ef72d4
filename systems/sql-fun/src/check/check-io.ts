/** Where a command writes to and how it ends, so that it needs no process. */
export interface CheckIo {
  out(text: string): void;
  err(text: string): void;
  /** Writes lines that GitHub reads as commands. */
  annotate(text: string): void;
  /** One line on the screen that is written over; nothing where nobody looks. */
  progress(text: string): void;
  clearProgress(): void;
  readonly columns: number;
  readonly colors: Colors;
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readStdin(): Promise<Uint8Array>;
  /** Calls `onChange` after something in the folders has changed. */
  watch(folders: readonly string[], onChange: () => void): { close(): void };
}

export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export type CheckExit = 0 | 1;

/** The command could not run: exit code 2. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
