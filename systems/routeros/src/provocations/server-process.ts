import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The command that serves this system, such as `node errata.js serve routeros`. */
export type Command = readonly [program: string, ...args: string[]];

export interface ServerProcess {
  /** Where it listens. */
  readonly url: string;
  close(): Promise<void>;
}

const STARTED = /listening on (\S+)/;

/** Start the system as an HTTP server of its own, and wait until it listens. */
export async function startServer(
  [program, ...given]: Command,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServerProcess> {
  const child = spawn(program, [...given, '--http', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    return { url: await urlOf(child), close: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4096);
      const url = STARTED.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the server did not start: ${said.trim()}`)));
  });
}

/** Asked politely first; a server that hangs is not left behind. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(timer);
}
