import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { ProcessEnd } from './failures.js';
import { LineReader, type LineSink } from './line-reader.js';

/** How to start a server process. */
export interface Command {
  readonly command: string;
  readonly args?: readonly string[];
  /** All of its environment; default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

export interface ProcessEvents extends LineSink {
  /** A line of stderr. Where it gives back a promise, no more is read until that settles. */
  errorLine(text: string): Promise<void> | undefined;
  /** The process is gone, and everything that it wrote was read. Once. */
  ended(end: ProcessEnd): void;
}

export interface ProcessOptions {
  readonly maxLineBytes: number;
  /** Milliseconds between each of: end of input, SIGTERM, SIGKILL. */
  readonly grace: number;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** After the process is gone, something that it started may still hold its pipes open. */
const DRAIN_MS = 500;
const MAX_ERROR_LINE = 64 * 1024;
const LAST_LINES = 10;

/** One server process and its three pipes. Never throws. */
export class ServerProcess {
  readonly #child: Child | undefined;
  readonly #events: ProcessEvents;
  readonly #grace: number;
  readonly #lastLines: string[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #whenEnded: Promise<void>;
  #resolveEnded: () => void = () => {};
  #trouble = '';
  #stopping = false;
  #insisted = false;
  #over = false;

  constructor(command: Command, events: ProcessEvents, { maxLineBytes, grace }: ProcessOptions) {
    this.#events = events;
    this.#grace = grace;
    this.#whenEnded = new Promise((resolve) => (this.#resolveEnded = resolve));
    try {
      this.#child = spawn(command.command, [...(command.args ?? [])], {
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
        ...(command.env !== undefined && { env: { ...command.env } }),
        ...(command.cwd !== undefined && { cwd: command.cwd }),
      });
    } catch (thrown) {
      // The constructor has to return before the end of the process is reported.
      queueMicrotask(() => this.#finish(notStarted(command, thrown), false));
      return;
    }
    this.#listen(this.#child, command, maxLineBytes);
  }

  get running(): boolean {
    return !this.#over;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Bytes that the process has not read yet. */
  get backlog(): number {
    return this.#child?.stdin.writableLength ?? 0;
  }

  write(line: string): void {
    const child = this.#child;
    if (child?.stdin.writable === true) child.stdin.write(`${line}\n`);
  }

  /** Ask it to end, then insist: end of input, SIGTERM, SIGKILL. */
  stop(): Promise<void> {
    const child = this.#child;
    const grace = this.#grace;
    if (this.#over || this.#stopping || child === undefined) return this.#whenEnded;
    this.#stopping = true;
    child.stdin.end();
    this.#later(grace, () => {
      this.#insisted = true;
      child.kill('SIGTERM');
      this.#later(grace, () => child.kill('SIGKILL'));
    });
    return this.#whenEnded;
  }

  #listen(child: Child, command: Command, maxLineBytes: number): void {
    const lines = new LineReader(maxLineBytes, this.#events);
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    this.#listenToErrors(child.stderr);
    // A process with a closed stdin or stdout is useless: no request would get a reply.
    child.stdin.on('error', () => this.#giveUp('closed its input'));
    child.stdout.on('end', () => this.#giveUp('closed its output'));
    child.stdout.on('error', () => this.#giveUp('closed its output'));
    child.stderr.on('error', () => {}); // it is only read for the operator

    const end = (how: string, started: boolean) => {
      if (this.#over) return;
      lines.end();
      this.#finish(how, started);
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
    };
    child.once('error', (thrown) => {
      if (child.pid === undefined) end(notStarted(command, thrown), false);
    });
    child.once('exit', (code, signal) => {
      // A process that ends in the usual way closes its pipes too; only one that had to be ended is worth the word.
      const how = describeExit(code, signal, this.#insisted ? this.#trouble : '');
      child.once('close', () => end(how, true));
      this.#later(DRAIN_MS, () => end(how, true));
    });
  }

  #listenToErrors(stderr: Readable): void {
    const hear = (text: string) => {
      this.#lastLines.push(text);
      if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift();
      const full = this.#events.errorLine(text);
      if (full === undefined) return;
      stderr.pause();
      void full.finally(() => stderr.resume());
    };
    const lines = new LineReader(MAX_ERROR_LINE, {
      line: hear,
      overlong: ({ head, bytes }) => hear(`${head}… (${bytes} bytes)`),
    });
    stderr.on('data', (chunk: Buffer) => lines.push(chunk));
    stderr.once('end', () => lines.end());
  }

  #giveUp(trouble: string): void {
    if (this.#over || this.#stopping) return;
    this.#trouble = trouble;
    void this.stop();
  }

  #later(milliseconds: number, act: () => void): void {
    this.#timers.add(setTimeout(act, milliseconds));
  }

  #finish(how: string, started: boolean): void {
    if (this.#over) return;
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#events.ended({ how, started, lastWords: this.#lastLines.join('\n') });
    this.#resolveEnded();
  }
}

function describeExit(code: number | null, signal: string | null, trouble: string): string {
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  return trouble === '' ? how : `${trouble} and ${how}`;
}

function notStarted({ command, cwd }: Command, thrown: unknown): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  const name = JSON.stringify(command);
  // Node says ENOENT for both, and names the command.
  if (code === 'ENOENT' && cwd !== undefined && !existsSync(cwd)) {
    return `could not be started: there is no folder ${JSON.stringify(cwd)} to run ${name} in`;
  }
  const why = code === 'ENOENT' ? 'was not found' : `failed with ${code ?? message}`;
  return `could not be started: the command ${name} ${why}`;
}
