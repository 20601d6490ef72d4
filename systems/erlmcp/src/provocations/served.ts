import process from 'node:process';
import {
  connectHttp,
  connectStdio,
  connectTcp,
  startServer,
  type Cell,
  type StartedServer,
  type Wire,
  type WireOptions,
} from '@errata/prove';
import { assertWorked } from './assert-worked.js';

/** The command that serves this system, such as `node errata.js serve erlmcp`. */
export type Command = readonly [program: string, ...args: string[]];

export interface ServedOptions {
  readonly cell: Cell;
  readonly command: Command;
  /** The home of the process. */
  readonly folder: string;
  readonly flags: readonly string[];
}

/** One server on one transport. On stdio every wire has a process of its own. */
export class Served {
  readonly wires: Wire[] = [];
  readonly #options: ServedOptions;
  #started: Promise<StartedServer> | undefined;
  #connected: Promise<Wire> | undefined;
  #pid: number | undefined;

  constructor(options: ServedOptions) {
    this.#options = options;
  }

  /** The wire that everything goes over that needs no other. */
  wire(): Promise<Wire> {
    return (this.#connected ??= this.connect());
  }

  /** One more wire. */
  async connect(options: WireOptions = {}): Promise<Wire> {
    const wire = await this.#open(options);
    this.wires.push(wire);
    // On a wire of lines, the server learns only from a request which revision is spoken.
    if (wire.era === '2026-07-28') {
      assertWorked(await wire.request('server/discover', {}), 'server/discover');
    }
    return wire;
  }

  /** Ask the server to end, as an operator does. */
  stop(): void {
    if (this.#pid !== undefined) process.kill(this.#pid, 'SIGTERM');
  }

  async close(): Promise<void> {
    for (const wire of this.wires) await wire.close();
    await (await this.#started?.catch(() => undefined))?.close();
  }

  async #open(options: WireOptions): Promise<Wire> {
    const { transport, era } = this.#options.cell;
    if (transport === 'stdio') {
      const wire = await connectStdio({ ...this.#child([]), ...options, era });
      this.#pid = wire.pid;
      return wire;
    }
    const { match, pid } = await this.#server();
    this.#pid = pid;
    const [, url] = match;
    if (transport === 'http') return connectHttp({ ...options, url: url!, era });
    const { hostname, port } = new URL(url!);
    return connectTcp({ ...options, host: hostname, port: Number(port), era });
  }

  #server(): Promise<StartedServer> {
    const { transport } = this.#options.cell;
    return (this.#started ??= startServer({
      ...this.#child([`--${transport}`, '--port', '0']),
      ready: /listening on (\S+)/,
    }));
  }

  /** Nothing of the user's own settings and files. */
  #child(more: readonly string[]) {
    const { command, folder, flags } = this.#options;
    const [program, ...given] = command;
    const { PATH } = process.env;
    return {
      command: program,
      args: [...given, ...flags, ...more],
      env: { PATH, HOME: folder, XDG_STATE_HOME: folder },
    };
  }
}
