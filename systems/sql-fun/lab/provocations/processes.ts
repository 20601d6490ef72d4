import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../src/daemon/index.js';

/** Why a provocation that has to look at processes cannot be tried here. */
export function withoutProc(): string | undefined {
  return process.platform === 'linux'
    ? undefined
    : 'processes are found by way of /proc, which there is not on this platform';
}

/** Ask again until there is an answer; rejects where there is none within ten seconds. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`${what} did not happen within 10 s`);
    await sleep(10);
  }
}

/** The process that another one has started, once there is one. */
export function childOf(parent: number): Promise<number> {
  return until(`a child of process ${parent}`, async () => {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const all = await Promise.all(names.map((name) => readProcess(Number(name))));
    return all.find((each) => each?.parent === parent && each.state !== 'Z')?.pid;
  });
}

/** How long a process has worked, in hundredths of a second. */
export async function ticksOf(pid: number): Promise<number> {
  const found = await readProcess(pid);
  if (found === undefined) throw new Error(`process ${pid} is gone`);
  return found.ticks;
}

async function readProcess(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program is in parentheses, and may have any character in it.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const [state, parent] = fields;
  return { pid, state, parent: Number(parent), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** End a process by its id, and wait until it is gone. */
export async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  const gone = async () => (isAlive(pid) ? undefined : true);
  try {
    process.kill(pid, signal);
    await until(`the end of process ${pid}`, gone).catch(() => process.kill(pid, 'SIGKILL'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
