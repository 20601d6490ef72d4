import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** A PostgreSQL server of the machine, with the tools that belong to it. */
export interface DebianPostgres {
  connect(database: string): Promise<pg.Client>;
  dump(database: string): Promise<string>;
  stop(): Promise<void>;
}

/** Where a server and its pg_dump are; undefined where the machine has none. */
export function findTools(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  return versions
    .map((version) => join(VERSIONS, version, 'bin'))
    .findLast((bin) =>
      ['initdb', 'postgres', 'pg_dump'].every((tool) => existsSync(join(bin, tool))),
    );
}

/** Starts a server that is reached through a socket in a folder of its own. It ends when this process does. */
export async function startDebianPostgres(bin: string): Promise<DebianPostgres> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'errata-dump-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' } };
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N', '--no-locale'];
  await run(join(bin, 'initdb'), init, options);
  // It ends the server at the end of its input, which comes with the end of this process, however that ends.
  const watch = '"$@" & pid=$!; read -r _; kill -QUIT $pid; wait $pid';
  const settings = ['-c', 'fsync=off', '-c', 'listen_addresses='];
  const server = spawn(
    '/bin/sh',
    ['-c', watch, 'watch', join(bin, 'postgres'), '-D', data, '-k', folder, ...settings],
    { ...options, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.on('exit', () => reject(new Error(log)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-8_192);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  return {
    async connect(database) {
      const client = new pg.Client({ host: folder, user: 'postgres', database });
      await client.connect();
      return client;
    },
    async dump(database) {
      const args = ['-s', '-h', folder, '-U', 'postgres', database];
      const { stdout } = await run(join(bin, 'pg_dump'), args, { ...options, maxBuffer: 1e8 });
      return stdout;
    },
    async stop() {
      server.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const found = users.map((line) => line.split(':')).find(([name]) => name === 'postgres');
  if (found === undefined) throw new Error('There is no user postgres to run a server as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
