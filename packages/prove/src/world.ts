import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { MODERN, objectOrEmpty } from '@errata/core/internal';
import type { Cell, World } from './system.js';
import { startServer, type ChildOptions, type StartedServer } from './wire/child.js';
import { connectHttp, type HttpWireOptions } from './wire/http.js';
import { connectStdio, connectTcp } from './wire/lines.js';
import type { Answer, Wire, ProbeWireOptions } from './wire/wire.js';

/** The command that serves a system, such as `node errata.js serve routeros`. */
export type ServeCommand = readonly [program: string, ...args: string[]];

/** Something that ends with its world. */
interface Part {
  close(): Promise<unknown>;
}

/** What every world has: a folder, servers, and the wires to them. */
export interface WorldBase extends World {
  readonly cell: Cell;
  /** With the form of tool failures of the cell. */
  readonly command: ServeCommand;
  /** A temporary folder, which is also the home of the servers. */
  readonly folder: string;
  /** All that comes over them is checked. */
  readonly wires: Wire[];
  /** How wires of this world introduce themselves. */
  readonly client: ProbeWireOptions;
  /** Keeps something until the world closes. The last one added is closed first. */
  add<T extends Part>(part: T): T;
  /** Adds a wire, and closes it with the world. */
  keep<W extends Wire>(wire: W): W;
  /** A server of this system, which starts with its first wire. */
  serve(options: ServedOptions): ServedSystem;
}

/** Open a world. If `build` throws, everything that was added is closed again. */
export async function openWorld<T extends object>(
  cell: Cell,
  command: ServeCommand,
  build: (base: WorldBase) => T | Promise<T>,
): Promise<T & World> {
  const { path: folder, remove } = await openFolder('errata-prove-');
  const parts: Part[] = [{ close: remove }];
  const wires: Wire[] = [];
  let closed = false;
  const add = <P extends Part>(part: P): P => {
    // What was still starting when the world closed ends at once.
    if (closed) void part.close().catch(() => undefined);
    else parts.push(part);
    return part;
  };
  const close = async (): Promise<void> => {
    closed = true;
    const failed: unknown[] = [];
    // One that fails does not keep the others open.
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      await part.close().catch((error: unknown) => failed.push(error));
    }
    if (failed.length > 0) throw new AggregateError(failed, 'the world did not close');
  };
  const base: WorldBase = {
    ...{
      cell,
      command: withForm(command, cell),
      folder,
      wires,
      client: clientOf(cell),
      add,
      close,
    },
    keep(wire) {
      wires.push(wire);
      return add(wire);
    },
    serve: (options) => new ServedSystem(base, options),
  };
  try {
    return Object.assign(await build(base), { wires, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** A name that `by-host` knows. */
const KNOWN_HOST = { name: 'claude-code', version: '2.0.0' } as const;

/** With `rpc`, too, a known host asks: the server's setting decides, and not the name. */
function clientOf({ toolFailures }: Cell): ProbeWireOptions {
  return toolFailures === 'by-host' || toolFailures === 'rpc' ? { clientInfo: KNOWN_HOST } : {};
}

function withForm(command: ServeCommand, { toolFailures }: Cell): ServeCommand {
  return toolFailures === undefined ? command : [...command, '--tool-failures', toolFailures];
}

export interface ServedOptions {
  /** In place of the command of the world. */
  readonly command?: ServeCommand;
  readonly flags?: readonly string[];
  /** More flags where the transport is stdio. */
  readonly stdio?: readonly string[];
  /** More flags on every other transport, beside `--http --port 0`. */
  readonly listening?: readonly string[];
  /** Beside PATH and the home folder: nothing of the user's own settings and files. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its home; default: the folder of the world. */
  readonly home?: string;
}

/** Options of a wire to a server of a world; headers are for HTTP. */
type ConnectOptions = ProbeWireOptions & Pick<HttpWireOptions, 'headers'>;

/** One server on the transport of its world. On stdio every wire has a process of its own. */
export class ServedSystem {
  readonly #base: WorldBase;
  readonly #options: ServedOptions;
  #started: Promise<StartedServer> | undefined;
  #connected: Promise<Wire> | undefined;
  #pid: number | undefined;

  constructor(base: WorldBase, options: ServedOptions) {
    this.#base = base;
    this.#options = options;
  }

  /** The wire for everything that needs no other. */
  wire(): Promise<Wire> {
    return (this.#connected ??= this.connect());
  }

  /** One more wire. */
  async connect(options: ConnectOptions = {}): Promise<Wire> {
    const { transport, era } = this.#base.cell;
    const given = { ...this.#base.client, ...options, era };
    if (transport === 'stdio') {
      const wire = this.#base.keep(
        await connectStdio({ ...this.#child(this.#options.stdio), ...given }),
      );
      this.#pid = wire.pid;
      return discovered(wire);
    }
    const url = await this.url();
    if (transport === 'http') return this.#base.keep(await connectHttp({ ...given, url }));
    const { hostname: host, port } = new URL(url);
    return discovered(this.#base.keep(await connectTcp({ ...given, host, port: Number(port) })));
  }

  /** Where it listens. */
  async url(): Promise<string> {
    this.#started ??= this.#start();
    const { match, pid } = await this.#started;
    this.#pid = pid;
    return match[1]!;
  }

  /** Ask the server to end, as an operator does. */
  stop(): void {
    if (this.#pid !== undefined) process.kill(this.#pid, 'SIGTERM');
  }

  async #start(): Promise<StartedServer> {
    const listening = [`--${this.#base.cell.transport}`, '--port', '0'];
    const child = this.#child([...listening, ...(this.#options.listening ?? [])]);
    return this.#base.add(await startServer({ ...child, ready: /listening on (\S+)/ }));
  }

  #child(more: readonly string[] = []): ChildOptions {
    const { command = this.#base.command, flags = [], env, home } = this.#options;
    const [program, ...given] = command;
    return {
      command: program,
      args: [...given, ...flags, ...more],
      env: { ...homeEnvironment(home ?? this.#base.folder), ...env },
    };
  }
}

/** The environment of a process that sees nothing of the user's own settings and files. */
export function homeEnvironment(home: string): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: home };
}

/** On a wire of lines, the server learns only from a request which revision is spoken. */
export async function discovered(wire: Wire): Promise<Wire> {
  if (wire.era === MODERN) assertWorked(await wire.request('server/discover', {}), 'discovering');
  return wire;
}

/** What a call returned that has to work on the way to a failure: its facts, or the whole result. */
export function assertWorked(answer: Answer, what: string): Readonly<Record<string, unknown>> {
  const { result } = objectOrEmpty(answer.message);
  const { isError, structuredContent } = objectOrEmpty(result);
  if (result === undefined || isError === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
  return objectOrEmpty(structuredContent ?? result);
}

/** A temporary folder. */
export interface Folder {
  readonly path: string;
  remove(): Promise<void>;
}

const ALL = { recursive: true, force: true, maxRetries: 3 } as const;

/** A new temporary folder, which does not outlive the process. */
export async function openFolder(prefix: string): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  const removeNow = (): void => rmSync(path, ALL);
  process.once('exit', removeNow);
  return {
    path,
    async remove() {
      await rm(path, ALL);
      process.off('exit', removeNow);
    },
  };
}
