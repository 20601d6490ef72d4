import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  findPostgresBinaries,
  linkLibraries,
  runServer,
  runToEnd,
  unprivilegedUser,
  watchCluster,
  type ClusterWatch,
  type PostgresBinaries,
} from './postgres-programs.js';

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
export async function startPostgres(): Promise<Postgres> {
  const binaries = findPostgresBinaries();
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
function openFolder(binaries: PostgresBinaries, user: ReturnType<typeof unprivilegedUser>) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-postgres-'));
  const libraries = join(folder, 'lib');
  linkLibraries(binaries, libraries);
  for (const path of [folder, libraries]) {
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  }
  const options = {
    ...user,
    cwd: folder,
    env: {
      LC_ALL: 'C',
      PATH: process.env['PATH'],
      LD_LIBRARY_PATH: `${libraries}:${binaries.libraries}`,
    },
  };
  return { folder, options, watch: watchCluster(folder, user) };
}

let initialised: Promise<string> | undefined;

/** The data of a server that was never started: made once in this process, because that takes seconds, and copied from then on. */
function initialisedData(
  binaries: PostgresBinaries,
  user: ReturnType<typeof unprivilegedUser>,
): Promise<string> {
  initialised ??= initialise(binaries, user);
  initialised.catch(() => (initialised = undefined));
  return initialised;
}

interface Started {
  readonly port: number;
  server: ChildProcess;
}

async function initialise(
  binaries: PostgresBinaries,
  user: ReturnType<typeof unprivilegedUser>,
): Promise<string> {
  const { folder, options, watch } = openFolder(binaries, user);
  const data = join(folder, 'data');
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N', '--no-locale'];
  try {
    await runToEnd(binaries.initdb, args, options);
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

function run({ postgres }: PostgresBinaries, folder: string, port: number, options: SpawnOptions) {
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'max_connections=60'];
  const args = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder];
  return runServer(postgres, [...args, ...settings.flatMap((text) => ['-c', text])], options);
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

/** A port of 127.0.0.1 on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
