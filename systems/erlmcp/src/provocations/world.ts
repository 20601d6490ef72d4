import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFolder, type Cell, type Folder, type Wire } from '@errata/prove';
import { Served, type Command } from './served.js';
import { startBrokenUpstream, startSilentUpstream, type Upstream } from './upstream.js';

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
