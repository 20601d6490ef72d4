import type { Readable, Writable } from 'node:stream';
import {
  A_BOOLEAN,
  A_FUNCTION,
  AN_AMOUNT,
  AN_OBJECT,
  assertOptions,
  DEFAULT_LIMITS,
  MILLISECONDS,
  type AllowedOptions,
} from '@errata/core/internal';
import { createRedactor, type Redactor } from '@errata/core';
import type { ProcessLike } from '../process/index.js';

/** Streams, limits, and what happens at the end. Every option has a default. */
export interface StdioOptions {
  /** Standard input unless given. */
  readonly input?: Readable;
  /** Standard output unless given. */
  readonly output?: Writable;
  /** For people: notices and incidents. Standard error unless given. */
  readonly errors?: Writable;
  /** A longer line is refused without being kept. */
  readonly maxLineBytes?: number;
  /** How long replies in flight are waited for at the end, in milliseconds; default: 5000. */
  readonly drain?: number;
  /** Cleanup before the process ends, with a time limit. */
  readonly ending?: () => Promise<unknown>;
  /** Whether the process ends with the edge, and listens to signals and crashes. So it does on its standard input. */
  readonly exit?: boolean;
  /** What to do after an uncaught exception, if `exit` is on. */
  readonly crash?: 'exit' | 'survive';
  /** What to do with text that other code writes to `output`. Default: moved to `errors` if `output` is stdout. */
  readonly strayOutput?: 'divert' | 'leave';
  /** Called with the first such text, as one short line without secrets. */
  readonly onStray?: (text: string) => void;
  /** For what is written to `errors`. */
  readonly redactor?: Redactor;
  readonly process?: ProcessLike;
}

type Optional = 'onStray' | 'crash' | 'ending';

export type StdioSettings = Required<Omit<StdioOptions, Optional>> & Pick<StdioOptions, Optional>;

/** The options with their defaults. It touches only the streams that it uses. */
export function toSettings(options: StdioOptions): StdioSettings {
  assertOptions('serveStdio', options, STDIO_OPTIONS);
  const input = options.input ?? process.stdin;
  const output = options.output ?? process.stdout;
  return {
    ...options,
    input,
    output,
    errors: options.errors ?? process.stderr,
    maxLineBytes: options.maxLineBytes ?? DEFAULT_LIMITS.maxBytes,
    drain: options.drain ?? 5000,
    exit: options.exit ?? isOf(options.input, 'stdin'),
    strayOutput: options.strayOutput ?? (isOf(options.output, 'stdout') ? 'divert' : 'leave'),
    redactor: options.redactor ?? createRedactor(),
    process: options.process ?? process,
  };
}

const STDIO_OPTIONS: AllowedOptions<StdioOptions> = {
  ...{ input: [AN_OBJECT], output: [AN_OBJECT], errors: [AN_OBJECT], process: [AN_OBJECT] },
  ...{ maxLineBytes: [AN_AMOUNT], drain: [MILLISECONDS], ending: [A_FUNCTION], exit: [A_BOOLEAN] },
  ...{ crash: ['exit', 'survive'], strayOutput: ['divert', 'leave'], onStray: [A_FUNCTION] },
  ...{ redactor: [AN_OBJECT] },
};

/** Whether a stream is the process's own. Merely looking at `process.stdin` opens it, so the descriptor is asked first. */
function isOf(given: object | undefined, name: 'stdin' | 'stdout'): boolean {
  if (given === undefined) return true;
  const { fd } = given as { readonly fd?: unknown };
  return fd === (name === 'stdin' ? 0 : 1) && given === process[name];
}
