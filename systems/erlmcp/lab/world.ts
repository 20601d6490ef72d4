import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { membersOf } from '@errata/core/internal';
import {
  type Answer,
  type Cell,
  connectHttp,
  connectStdio,
  connectTcp,
  type Folder,
  openFolder,
  type StartedServer,
  startServer,
  type Wire,
  type WireOptions,
} from '@errata/prove';

/** The command that serves this system, such as `node errata.js serve erlmcp`. */
export type Command = readonly [program: string, ...args: string[]];

interface ServedOptions {
  readonly cell: Cell;
  readonly command: Command;
  /** The home of the process. */
  readonly folder: string;
  readonly flags: readonly string[];
}

/** One server on one transport. On stdio every wire has a process of its own. */
class Served {
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

/** The most bytes of a message that the main server takes. */
export const MAX_MESSAGE_BYTES = 65_536;

/** How many requests the crowded server takes at once. */
export const BURST = 3;

interface Parts {
  readonly cell: Cell;
  readonly command: Command;
  readonly place: Folder;
  readonly upstream: Upstream;
}

/** The servers of one transport in one revision, with a folder of files and an upstream; each is started when it is needed first. */
export class ErlmcpWorld {
  readonly #parts: Parts;
  readonly #all = new Map<string, Served>();
  readonly #others: Upstream[] = [];

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(cell: Cell, command: Command): Promise<ErlmcpWorld> {
    const place = await openFolder('errata-erlmcp-');
    await mkdir(join(place.path, 'files'));
    const upstream = await startBrokenUpstream();
    return new ErlmcpWorld({ cell, command, place, upstream });
  }

  /** Every wire that was ever connected. */
  get wires(): readonly Wire[] {
    return [...this.#all.values()].flatMap(({ wires }) => wires);
  }

  /** The server for everything that needs no other. */
  get main(): Served {
    const { upstream } = this.#parts;
    return this.#serve('main', [
      ...['--root', this.#root, '--upstream', upstream.url, '--admin'],
      ...['--max-message-bytes', String(MAX_MESSAGE_BYTES)],
    ]);
  }

  /** A server that was given neither files nor an upstream. */
  get bare(): Served {
    return this.#serve('bare', []);
  }

  /** A server whose tools may take a tenth of a second. */
  get hasty(): Served {
    return this.#serve('hasty', ['--deadline', '0.1']);
  }

  /** A server that takes a few requests at once, and hardly any after that. */
  get crowded(): Served {
    return this.#serve('crowded', ['--rate', String(BURST), '--per-second', '0.001']);
  }

  /** A server with a file that Linux lets it open, and cannot read to it: the memory of the process itself, at address 0. */
  get unreadable(): Served {
    return this.#serve('unreadable', ['--root', '/proc/self']);
  }

  /** A server that reads from an upstream which never answers; `waits` settles when it does. */
  async waiting(): Promise<{ readonly served: Served; readonly waits: Promise<void> }> {
    const { url, close, asked } = await startSilentUpstream();
    this.#others.push({ url, close });
    return { served: this.#serve('waiting', ['--upstream', url]), waits: asked };
  }

  /** The URI of a file that is there. */
  async createFile(name: string): Promise<string> {
    const path = join(this.#root, name);
    await writeFile(path, 'here today\n');
    return pathToFileURL(path).href;
  }

  async deleteFile(name: string): Promise<void> {
    await rm(join(this.#root, name));
  }

  /** The URI of a file outside the folder, by way of the folder. */
  get outside(): string {
    return `${pathToFileURL(this.#root).href}/../../etc/passwd`;
  }

  /** Servers before what they depend on; one that fails does not keep the others. */
  async close(): Promise<void> {
    const { upstream, place } = this.#parts;
    const closing = [
      ...this.#all.values(),
      upstream,
      ...this.#others,
      { close: () => place.remove() },
    ];
    const failed: unknown[] = [];
    for (const each of closing) await each.close().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'the world did not close');
  }

  get #root(): string {
    return join(this.#parts.place.path, 'files');
  }

  #serve(name: string, flags: readonly string[]): Served {
    const known = this.#all.get(name);
    if (known !== undefined) return known;
    const { cell, command, place } = this.#parts;
    const served = new Served({ cell, command, folder: place.path, flags });
    this.#all.set(name, served);
    return served;
  }
}

/** What a resource of the server is fetched from. */
interface Upstream {
  readonly url: string;
  close(): Promise<void>;
}

/** An upstream that promises more than it sends, and resets the connection in the middle of it. */
function startBrokenUpstream(): Promise<Upstream> {
  return startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
    response.write('the first half of the report', () => request.socket.resetAndDestroy());
  });
}

/** An upstream that never answers; `asked` settles when somebody waits for it. */
async function startSilentUpstream(): Promise<Upstream & { readonly asked: Promise<void> }> {
  let tell!: () => void;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  return { ...(await startUpstream(() => tell())), asked };
}

async function startUpstream(answer: RequestListener): Promise<Upstream> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/report`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The result of a call that has to work on the way to a failure. */
export function assertWorked(answer: Answer, what: string): Readonly<Record<string, unknown>> {
  const { result } = membersOf(answer.message);
  const members = membersOf(result);
  if (result === undefined || members['isError'] === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
  return members;
}
