import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startErrata } from '@errata/testing/errata';
import { DrillClient } from './client.js';

/** What `/proc` says of processes. One that has just gone says nothing. */
const readOr = <T>(look: () => T, otherwise: T): T => {
  try {
    return look();
  } catch {
    return otherwise;
  }
};

export function childrenOf(pid: number): readonly number[] {
  const text = readOr(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Megabytes of memory that a process has. */
export function rssOf(pid: number): number {
  const status = readOr(() => readFileSync(`/proc/${pid}/status`, 'utf8'), '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** What a process has open: PostgreSQL opens the files of a database when it needs them, all else is counted. */
interface OpenFiles {
  readonly others: number;
  /** Files of databases that were closed and removed. */
  readonly removed: readonly string[];
}

export function openFilesOf(pid: number): OpenFiles {
  const folder = `/proc/${pid}/fd`;
  const paths = readOr(() => readdirSync(folder), []).flatMap((fd) =>
    readOr(() => [readlinkSync(join(folder, fd))], []),
  );
  const ofDatabases = paths.filter((path) => OF_DATABASE.test(path));
  return {
    others: paths.length - ofDatabases.length,
    removed: ofDatabases.filter((path) => path.endsWith(' (deleted)')),
  };
}

const OF_DATABASE = /\/(?:own|new)-\d+-[\w-]+\//;

/** Whether it runs: what has ended and waits for its parent does not. */
export function isRunning(pid: number): boolean {
  const stat = readOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  return stat !== '' && !/^\d+ \(.*\) [ZX] /s.test(stat);
}

interface DaemonOptions {
  /** Its home. Its runtime folder and its journal are made in it. */
  readonly folder: string;
  readonly args?: readonly string[];
  /** Where its databases are kept; default: in its home. */
  readonly cache?: string;
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[];
}

/** What must never be told to anybody: the content of a file that is none of the project's. */
export const CANARY = 'canary_5f1d0c';

export type DrilledDaemon = Awaited<ReturnType<typeof startDaemon>>;

/** The built daemon in a process of its own. */
export async function startDaemon(options: DaemonOptions) {
  const { folder, args = [], within, cache = join(folder, 'cache') } = options;
  const runtimeFolder = join(folder, 'run');
  const journal = join(folder, 'journal.jsonl');
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const { url, pid, ended, signal, stderr } = await startErrata({
    ...{ system: 'sql-fun', folder, within },
    args: [
      ...['--daemon', '--runtime-dir', runtimeFolder, '--journal', journal],
      ...['--cache-dir', cache, '--allow-context', 'mcp', '--idle', '0', ...args],
    ],
    env: { TMPDIR: join(folder, 'tmp') },
  });
  const port = Number(new URL(url).port);
  // What it sees there may be a disk of its own.
  const root = `/proc/${pid}/root`;
  const token = readToken(root + runtimeFolder);
  const secrets = [token, CANARY];
  const clients: DrillClient[] = [];
  /** All that it wrote: to standard error, to its journal and its log; asked while it runs. */
  const written = (): string => {
    const files = [journal, join(runtimeFolder, 'sql-fun-server.log')];
    const texts = files.map((file) => readOr(() => readFileSync(root + file, 'utf8'), ''));
    return [stderr(), ...texts].join('\n');
  };
  return {
    ...{ pid, port, runtimeFolder, ended, signal, written },
    /** The processes that work for it. */
    workers: () => childrenOf(pid),
    /** A client that has said hello. */
    async greet(project: string, hello: object = {}): Promise<DrillClient> {
      const client = await DrillClient.dial({ port, secrets });
      clients.push(client);
      const reply = await client.call('hello', { token, context: 'cli', project, ...hello });
      if (reply.error !== undefined) throw new Error(JSON.stringify(reply.error));
      return client;
    },
    /** What it and its clients have told that they must not. */
    leaks: (): readonly string[] => [
      ...clients.flatMap((client) => client.leaks),
      ...written()
        .split('\n')
        .filter((line) => secrets.some((secret) => line.includes(secret))),
    ],
    /** Killed, if it still runs; settles when it is gone. */
    async close(): Promise<void> {
      await Promise.all(clients.map((client) => client.close()));
      signal('SIGKILL');
      await ended;
    },
  };
}

function readToken(runtimeFolder: string): string {
  const text = readFileSync(join(runtimeFolder, 'sql-fun-server.pid'), 'utf8');
  return (JSON.parse(text) as { token: string }).token;
}

/** All files below a folder with what is in them; what is below one of the other folders is left out. */
export function filesIn(
  folder: string,
  without: readonly string[] = [],
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (without.includes(path)) continue;
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, filesIn(path, without));
    else found[path] = entry.isFile() ? readFileSync(path, 'latin1') : 'not a file';
  }
  return found;
}

/** What the tables of a project are; more than one version, told apart by a column of each table. */
export function shopSchema(version = 0): string {
  return `CREATE TABLE public.users (id integer NOT NULL, email text, boss integer, u${version} integer);
CREATE TABLE public.orders (id integer NOT NULL, user_id integer, total numeric(10,2), o${version} integer);
`;
}

const EXPOSE_ALL = '[mcp.expose."*"]\ncolumns = "*"\n';

/** A project in a new folder, all of which MCP may see. */
export function makeProject(folder: string, schema = shopSchema()): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.develop.sql'), schema);
  writeFileSync(join(folder, 'sql-fun.toml'), EXPOSE_ALL);
  return folder;
}
