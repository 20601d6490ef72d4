import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  findNative,
  freePort,
  linkLibraries,
} from '../systems/engram/lab/provocations/postgres.js';

interface PostgresBinaries {
  /** The folder of `initdb` and `postgres`. */
  readonly bin: string;
  /** The folder of their libraries, where the system does not find them by itself. */
  readonly libraries?: string;
}

/** Where the programs of PostgreSQL are on this machine. */
function findPostgresBinaries(): PostgresBinaries {
  const native = findNative();
  if (native === undefined)
    throw new Error('There is no PostgreSQL to test with on this platform.');
  return { bin: join(native, 'bin'), libraries: join(native, 'lib') };
}

const READY = 'database system is ready to accept connections';

/** Run a program to its end; its last words become the error. */
async function runToEnd(program: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${log()}`);
}

/** Start a server and wait until it says that it is ready. It does not keep this process alive. */
async function runServer(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const log = collect(child);
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}: ${log()}`)));
    child.stderr?.on('data', () => log().includes(READY) && resolve());
  });
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return child;
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => (text = (text + chunk).slice(-8_192)));
  }
  return () => text;
}

interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** Whom to run as: PostgreSQL refuses to run as root. Undefined if this process is not root. */
function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((wanted) => users.find(([name]) => name === wanted))
    .find((user) => user !== undefined);
  if (found === undefined) {
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

// Each line is the id of the server that runs now. The end of the input comes with the end of our process, however that ends. Files
// would not do to find the server: the folder may be removed first.
const WATCH = `
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
fi
rm -rf "$1"
`;

/** A process that ends a server and removes its folder, on request or when our process has ended. */
interface ClusterWatch {
  /** The server that has to be ended; undefined: none runs. */
  note(pid: number | undefined): void;
  end(): Promise<void>;
}

function watchCluster(folder: string, user: UserIds | undefined): ClusterWatch {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'watch', folder], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(watcher, 'exit');
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return {
    note: (pid) => void watcher.stdin.write(`${pid ?? ''}\n`),
    async end() {
      watcher.ref();
      watcher.stdin.end();
      await ended;
    },
  };
}

/** A PostgreSQL server of our own, on 127.0.0.1. */
export interface Postgres {
  /** Of the database that every server has. */
  readonly url: string;
  /** The url of a fresh database. */
  createDatabase(): Promise<string>;
  /** End it as a crash would: every connection breaks at once. */
  kill(): Promise<void>;
  /** Start it again after `kill`, on the same port with the same data. */
  restart(): Promise<void>;
  /** End it and remove its data. */
  stop(): Promise<void>;
  /** The same as the end of this process does: the server is ended from outside. */
  leave(): Promise<void>;
}

/** Start a server with an empty folder. It is gone with this process, however that ends. */
export async function startPostgres(binaries = findPostgresBinaries()): Promise<Postgres> {
  const user = unprivilegedUser();
  const { folder, options, watch } = openFolder(binaries, user);
  try {
    const data = await initialisedData(binaries, user);
    await runToEnd('cp', ['-a', data, join(folder, 'data')], options);
    const started = await start(binaries, folder, options);
    watch.note(started.server.pid);
    return handleOf(started, () => run(binaries, folder, started.port, options), watch);
  } catch (error) {
    await watch.end();
    throw error;
  }
}

let shared: Promise<Postgres> | undefined;

/** The server of this process, for tests that neither stop it nor look at more than their own database. It ends with the process. */
export function sharedPostgres(): Promise<Postgres> {
  shared ??= startPostgres();
  shared.catch(() => (shared = undefined));
  return shared;
}

/** A folder for a server, and how its programs are run. */
function openFolder(binaries: PostgresBinaries, user: UserIds | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-postgres-'));
  const { libraries } = binaries;
  const links = libraries === undefined ? undefined : linkLibraries(libraries, folder);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options = {
    ...user,
    cwd: folder,
    env: {
      LC_ALL: 'C',
      PATH: process.env['PATH'],
      ...(links !== undefined && { LD_LIBRARY_PATH: `${links}:${libraries}` }),
    },
  };
  return { folder, options, watch: watchCluster(folder, user) };
}

const initialised = new Map<string, Promise<string>>();

/** The data of a server that was never started: made once in this process, because that takes seconds, and copied from then on. */
function initialisedData(binaries: PostgresBinaries, user: UserIds | undefined): Promise<string> {
  const known = initialised.get(binaries.bin) ?? initialise(binaries, user);
  initialised.set(binaries.bin, known);
  known.catch(() => initialised.delete(binaries.bin));
  return known;
}

interface Started {
  readonly port: number;
  server: ChildProcess;
}

async function initialise(binaries: PostgresBinaries, user: UserIds | undefined): Promise<string> {
  const { folder, options, watch } = openFolder(binaries, user);
  const data = join(folder, 'data');
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N', '--no-locale'];
  try {
    await runToEnd(join(binaries.bin, 'initdb'), args, options);
    return data;
  } catch (error) {
    await watch.end();
    throw error;
  }
}

/** Between finding a free port and listening on it somebody else may take it. */
async function start(
  binaries: PostgresBinaries,
  folder: string,
  options: SpawnOptions,
): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { port, server: await run(binaries, folder, port, options) };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

function run({ bin }: PostgresBinaries, folder: string, port: number, options: SpawnOptions) {
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'max_connections=60'];
  const args = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder];
  return runServer(
    join(bin, 'postgres'),
    [...args, ...settings.flatMap((text) => ['-c', text])],
    options,
  );
}

function handleOf(
  started: Started,
  again: () => Promise<ChildProcess>,
  watch: ClusterWatch,
): Postgres {
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${started.port}/${database}`;
  const url = urlOf('postgres');
  let count = 0;
  const kill = async () => {
    const { server } = started;
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
    watch.note(undefined);
  };
  return {
    url,
    async createDatabase() {
      const name = `test_${++count}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        // A third of the time of the default, which writes every page to the log.
        await client.query(`create database ${name} strategy file_copy`);
      } finally {
        await client.end();
      }
      return urlOf(name);
    },
    kill,
    async restart() {
      await kill();
      started.server = await again();
      watch.note(started.server.pid);
    },
    async stop() {
      await kill();
      await watch.end();
    },
    leave: watch.end,
  };
}

const DEBIAN = '/usr/lib/postgresql/15/bin';

/** PostgreSQL as Debian ships it, with the pg_dump that belongs to it. */
export interface DebianPostgres extends Pick<Postgres, 'stop'> {
  /** A client of a fresh database in which a script was run. The caller ends it. */
  load(script: string): Promise<pg.Client>;
  /** What `pg_dump --schema-only` writes of the database of a client. */
  dump(client: pg.Client): Promise<string>;
}

/** Undefined where Debian's PostgreSQL is not installed. */
export async function startDebianPostgres(): Promise<DebianPostgres | undefined> {
  if (!existsSync(`${DEBIAN}/pg_dump`)) return undefined;
  const { createDatabase, stop } = await startPostgres({ bin: DEBIAN });
  return {
    stop,
    async load(script) {
      const client = new pg.Client({ connectionString: await createDatabase() });
      await client.connect();
      await client.query(script);
      await client.query('RESET search_path');
      return client;
    },
    async dump({ host, port, database = '' }) {
      const args = ['-s', '-h', host, '-p', String(port), '-U', 'postgres', database];
      const options = { env: { LC_ALL: 'C', PATH: process.env['PATH'] }, maxBuffer: 1 << 28 };
      return (await promisify(execFile)(`${DEBIAN}/pg_dump`, args, options)).stdout;
    },
  };
}
