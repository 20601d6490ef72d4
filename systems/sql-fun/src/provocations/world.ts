import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder, type Cell, type Folder, type Wire } from '@errata/prove';
import { prepareCache } from '../databases/index.js';
import { asNobody, giveToNobody } from './as-nobody.js';
import { writeProject } from './project.js';
import { Served, type Command, type ServedOptions } from './served.js';

const MCP = ['--allow-context', 'mcp'] as const;

/** What runs side by side: a project each, because `main` breaks its own. */
const LANES = ['main', 'lost', 'stuck', 'hasty'] as const;

const projectOf = ({ path }: Folder, lane: (typeof LANES)[number]): string =>
  join(path, lane, 'project');

interface Parts {
  readonly cell: Cell;
  readonly command: Command;
  readonly place: Folder;
}

/** Daemons on one transport in one revision, with a project; each is started when it is needed first. */
export class SqlFunWorld {
  private readonly parts: Parts;
  private readonly all = new Map<string, Served>();
  private readonly others: { close(): Promise<void> }[] = [];

  private constructor(parts: Parts) {
    this.parts = parts;
  }

  static async open(cell: Cell, command: Command): Promise<SqlFunWorld> {
    const place = await openFolder('errata-sql-fun-');
    for (const lane of LANES) await writeProject(projectOf(place, lane));
    // The first database of a user takes seconds to make, and no provocation is about that.
    await prepareCache(join(place.path, '.cache', 'errata', 'sql-fun'));
    return new SqlFunWorld({ cell, command, place });
  }

  /** Every wire that was ever connected. */
  get wires(): readonly Wire[] {
    return [...this.all.values()].flatMap(({ wires }) => wires);
  }

  /** For everything that needs no other. */
  get main(): Served {
    return this.serve('main', { flags: [...MCP, '--workers', '1'] });
  }

  /** Nobody has said that models may ask. */
  get closed(): Served {
    return this.serve('closed', {});
  }

  /** The proxy was told that models may ask, the daemon was not. */
  get disagreeing(): Served {
    return this.serve('disagreeing', { proxyFlags: [...MCP, '--no-start'] });
  }

  /** A query may take three tenths of a second. */
  get hasty(): Served {
    return this.serve('hasty', { flags: [...MCP, '--deadline', '0.3'] });
  }

  /** For as many clients as there may be. */
  get crowded(): Served {
    return this.serve('crowded', { flags: MCP, proxyFlags: ['--no-start'] });
  }

  /** The proxy starts no daemon: what it finds is what was put there. */
  get lost(): Served {
    return this.serve('lost', { flags: MCP, proxyFlags: ['--no-start'] });
  }

  /** No daemon can be started here; `others`: everybody may write to its folder, `lock`: a directory is where its lock should be. */
  async stuck(why: 'others' | 'lock'): Promise<Served> {
    const served = this.serve('stuck', { flags: MCP });
    await mkdir(join(served.runtime, 'sql-fun-server.lock'), { recursive: true });
    await chmod(served.runtime, why === 'others' ? 0o777 : 0o700);
    return served;
  }

  /** Daemon and proxy of a user who may not read the dump of the project. */
  async unprivileged(): Promise<Served> {
    const place = await openFolder('errata-sql-fun-');
    this.others.push({ close: () => place.remove() });
    const project = join(place.path, 'project');
    await writeProject(project);
    await giveToNobody(place.path);
    await chmod(join(project, 'schema.develop.sql'), 0);
    return this.serve('unprivileged', {
      ...{ flags: MCP, project, home: place.path, runtime: join(place.path, 'run') },
      command: asNobody(this.parts.command),
    });
  }

  async writeToProject(name: string, content: string): Promise<void> {
    await writeFile(join(this.project, name), content);
  }

  /** With another text in a file of the project, until it is done. */
  async withInProject<T>(name: string, content: string, act: () => Promise<T>): Promise<T> {
    const before = await readFile(join(this.project, name), 'utf8');
    await this.writeToProject(name, content);
    try {
      return await act();
    } finally {
      await this.writeToProject(name, before);
    }
  }

  async removeFromProject(name: string): Promise<void> {
    await rm(join(this.project, name));
  }

  /** Servers before what they depend on; one that fails does not keep the others. */
  async close(): Promise<void> {
    const { place } = this.parts;
    const closing = [...this.all.values(), ...this.others, { close: () => place.remove() }];
    const failed: unknown[] = [];
    for (const each of closing) await each.close().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'the world did not close');
  }

  private get project(): string {
    return projectOf(this.parts.place, 'main');
  }

  private serve(name: string, options: Partial<ServedOptions>): Served {
    const known = this.all.get(name);
    if (known !== undefined) return known;
    const { cell, command, place } = this.parts;
    const served = new Served({
      ...{ cell, command, home: place.path },
      project: projectOf(place, LANES.find((lane) => lane === name) ?? 'main'),
      runtime: join(place.path, `run-${name}`),
      ...options,
    });
    this.all.set(name, served);
    return served;
  }
}
