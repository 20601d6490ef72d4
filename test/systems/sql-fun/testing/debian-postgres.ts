import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const BIN = '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

// The end of its standard input comes with the end of our process, however that ends.
const SERVE = `
folder=$1
shift
"$@" &
read -r _
kill -QUIT $!
wait $!
rm -rf "$folder"
`;

/** PostgreSQL as Debian ships it, with the pg_dump that belongs to it; it listens on a socket in its own folder only. */
export interface DebianPostgres {
  /** A client of a fresh database in which a script was run. The caller ends it. */
  load(script: string): Promise<pg.Client>;
  /** What `pg_dump --schema-only` writes of the database of a client. */
  dump(client: pg.Client): Promise<string>;
  stop(): Promise<void>;
}

/** Undefined where Debian's PostgreSQL is not installed. */
export async function startDebianPostgres(): Promise<DebianPostgres | undefined> {
  if (!existsSync(`${BIN}/pg_dump`)) return undefined;
  const user = userOfServer();
  const folder = mkdtempSync(join(tmpdir(), 'errata-pg15-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] } };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N', '--no-locale'];
  await run(`${BIN}/initdb`, initdb, options);
  const settings = ['-c', 'listen_addresses=', '-c', 'fsync=off', '-k', folder];
  const server = spawn(
    '/bin/sh',
    ['-c', SERVE, 'serve', folder, `${BIN}/postgres`, '-D', data, ...settings],
    { ...options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  await ready(server.stderr);
  let count = 0;
  const connect = async (database: string) => {
    const client = new pg.Client({ host: folder, user: 'postgres', database });
    await client.connect();
    return client;
  };
  return {
    async load(script) {
      const name = `schema_${++count}`;
      const first = await connect('postgres');
      await first.query(`CREATE DATABASE ${name}`);
      await first.end();
      const client = await connect(name);
      await client.query(script);
      await client.query('RESET search_path');
      return client;
    },
    async dump(client) {
      const args = ['-s', '-h', folder, '-U', 'postgres', client.database ?? ''];
      const { stdout } = await run(`${BIN}/pg_dump`, args, { ...options, maxBuffer: 1 << 28 });
      return stdout;
    },
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}

/** PostgreSQL refuses to run as root. */
function userOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (line === null)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function ready(log: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    log.setEncoding('utf8');
    log.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('ready to accept connections')) resolve();
      if (text.includes('FATAL')) reject(new Error(`PostgreSQL did not start: ${text}`));
    });
  });
}
