import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  connectHttp,
  connectStdio,
  homeEnvironment,
  type HttpWire,
  type HttpWireOptions,
  startServer,
  type StdioWire,
} from '@errata/prove';
import { expect } from 'vitest';
import { runToEnd, type Ended } from './child.js';

/** The built command: what is tested here runs as users run it. */
export const ERRATA = fileURLToPath(new URL('../packages/cli/bin/errata.js', import.meta.url));

export type { Ended } from './child.js';

/** Run the built command to its end. */
export function runErrata(args: readonly string[], folder: string): Promise<Ended> {
  return runToEnd(process.execPath, [ERRATA, ...args], homeEnvironment(folder));
}

/** `errata serve <system>` on stdio, with a home folder of its own that `close` removes. */
export async function connectSystem(
  system: string,
  options: (folder: string) => readonly string[],
): Promise<Pick<StdioWire, 'send' | 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), `errata-${system}-`));
  const args = [ERRATA, 'serve', system, ...options(folder)];
  const env = homeEnvironment(folder);
  const wire = await connectStdio({ command: process.execPath, args, env, era: '2025-11-25' });
  return {
    send: (...given) => wire.send(...given),
    async close() {
      await wire.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ServedOptions {
  readonly system: string;
  readonly args: readonly string[];
  /** Its home and its state folder. */
  readonly folder: string;
  /** Beside PATH and the home folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[] | undefined;
  /** Milliseconds by which the clock of the process is ahead. */
  readonly ahead?: number | undefined;
  /** What it says when it listens, and in a group where. */
  readonly ready?: RegExp;
}

/** `errata serve <system>` in a process of its own that listens. */
export async function startErrata(options: ServedOptions) {
  const { system, args, folder, within = [], ahead, ready = /listening on (\S+)/ } = options;
  const [command, ...rest] = [...within, process.execPath, ERRATA, 'serve', system, ...args];
  let stderr = '';
  const server = await startServer({
    command: command!,
    args: rest,
    env: {
      ...homeEnvironment(folder),
      ...options.env,
      ...(ahead !== undefined && { NODE_OPTIONS: `--import=${clockModule(ahead)}` }),
    },
    ready,
    stderr: (text) => (stderr += text),
  });
  const pid = server.pid!;
  const url = server.match[1]!;
  const wires: HttpWire[] = [];
  let gone = false;
  const ended = server.ended.then((how) => {
    gone = true;
    return how;
  });
  const signal = (name: 'SIGTERM' | 'SIGKILL') => void (gone || process.kill(pid, name));
  const hangUp = () => Promise.all(wires.map((wire) => wire.close()));
  return {
    /** Its exit code, or the signal that ended it. */
    ended,
    ...{ url, pid, signal },
    /** All that it said. */
    stderr: () => stderr,
    async connect(given: Omit<HttpWireOptions, 'url'>): Promise<HttpWire> {
      const wire = await connectHttp({ ...given, url });
      wires.push(wire);
      return wire;
    },
    /** As `kill -9` does it; settles when the process is gone. */
    async kill(): Promise<void> {
      signal('SIGKILL');
      await ended;
      await hangUp();
    },
    /** Asked politely, and waited for. */
    async close(): Promise<void> {
      await hangUp();
      signal('SIGTERM');
      await ended;
      await server.close();
    },
  };
}

/** Something to load first, which puts the clock of a process forward. */
function clockModule(ahead: number): string {
  const code = `const now = Date.now; Date.now = () => now() + ${ahead};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** A failure as it came over the wire. */
interface WireFailure {
  readonly reply: Readonly<Record<string, unknown>>;
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One cause of one failure on one transport in one revision, in the JSON of `errata prove`. */
export interface ProofCell {
  readonly reason: string;
  readonly variant?: string;
  readonly code: number;
  readonly transport: string;
  readonly era: '2025-11-25' | '2026-07-28';
  readonly outcome: string;
  readonly why: string;
  readonly reply?: string;
}

/** What `errata prove --json` says. */
export interface ProofJson {
  readonly cells: readonly ProofCell[];
  readonly [member: string]: unknown;
}

export const readProof = ({ stdout }: Ended): ProofJson =>
  JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as ProofJson;

/** One run of `errata prove` on one transport in one revision; `prove.drill.ts` of each system proves all of them. */
export interface Proven {
  readonly system: string;
  readonly transport: string;
  readonly ended: Ended;
  readonly cells: readonly ProofCell[];
  /** What the proof says of itself as a whole. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** The files that it left behind. */
  readonly left: readonly string[];
  /** `REASON` or `REASON variant` → the reply that its cause provoked. */
  readonly replies: ReadonlyMap<string, WireFailure>;
}

/** Provokes every failure that a system declares by its real cause, with the command that users have. */
export async function proveOnce(system: string, transport: string): Promise<Proven> {
  const home = mkdtempSync(join(tmpdir(), 'errata-prove-'));
  try {
    const where = ['--transport', transport, '--era', '2025-11-25'];
    const ended = await runErrata(['prove', system, '--json', ...where], home);
    const { cells, forms: _forms, ...summary } = readProof(ended);
    const provoked = cells.filter(({ outcome }) => outcome === 'provoked');
    const replies = new Map(provoked.map((cell) => [nameOf(cell), read(cell.reply!)]));
    return { system, transport, ended, cells, summary, left: readdirSync(home), replies };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

interface Declared {
  readonly declared: number;
  /** The causes that cannot be had on this transport. */
  readonly impossible: readonly string[];
  readonly forms?: number;
}

/** Every declared failure was reached, nothing else was sent, and nothing was left behind. */
export function expectComplete(
  proven: Proven,
  { declared, impossible, forms = 0 }: Declared,
): void {
  const { system, transport, ended, cells, summary, left } = proven;
  expect(cells.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
  expect(summary).toEqual({
    ...{ system, declared, provoked: declared, undeclared: [], missing_fields: [] },
    ...{ transports: [transport], eras: ['2025-11-25'] },
    ...(forms > 0 && { forms_declared: forms, forms_shown: forms }),
  });
  const names = cells
    .filter((cell) => cell.outcome === 'impossible' && !isForWantOfMount(cell))
    .map(nameOf);
  expect(names.sort()).toEqual([...impossible].sort());
  expect(ended.stderr).toContain(`${cells.length + forms}/`);
  expect(ended.code).toBe(0);
  expect(left).toEqual([]);
}

/** The replies of a reason, of whatever cause; never none. */
export function ofReason(
  replies: ReadonlyMap<string, WireFailure>,
  reason: string,
): readonly WireFailure[] {
  const found = [...replies].flatMap(([name, reply]) =>
    name === reason || name.startsWith(`${reason} `) ? [reply] : [],
  );
  if (found.length === 0) throw new Error(`nothing provoked ${reason}`);
  return found;
}

/** `REASON` or `REASON variant`. */
export function nameOf({ reason, variant }: ProofCell): string {
  return variant === undefined ? reason : `${reason} ${variant}`;
}

/** A full disk needs a mount of its own, which not every machine allows. */
function isForWantOfMount(cell: ProofCell): boolean {
  return nameOf(cell) === 'LOGBOOK_DB_UNAVAILABLE full';
}

function read(text: string): WireFailure {
  const reply = JSON.parse(text) as Record<string, unknown>;
  const error = reply['error'] as Omit<WireFailure, 'reply'> | undefined;
  if (error === undefined) throw new Error(`no JSON-RPC error: ${text}`);
  return { reply, code: error.code, message: error.message, data: error.data ?? {} };
}
