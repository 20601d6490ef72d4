import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

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
