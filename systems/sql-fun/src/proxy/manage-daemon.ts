import { homedir } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, runtimeFolder } from '../daemon/index.js';
import { connectDaemon, type DaemonClient } from './daemon-client.js';
import { pidFileIn, unreachable } from './faults.js';
import { findDaemon } from './launch-daemon.js';

export interface ManageOptions {
  /** Where the PID file is. */
  readonly runtimeFolder?: string;
}

export interface DaemonStatus {
  readonly pid: number;
  readonly port: number;
  readonly version: string;
  /** Who may ask. */
  readonly contexts: readonly string[];
}

/** What the daemon of this user says of itself. Rejects with −32000 where there is none. */
export async function daemonStatus(options: ManageOptions = {}): Promise<DaemonStatus> {
  const folder = folderOf(options.runtimeFolder);
  const { pid, port } = await findDaemon(folder);
  const { version, contexts } = await withClient(folder, (client) => client.hello());
  return {
    pid,
    port,
    version: String(version),
    contexts: Array.isArray(contexts) ? contexts.map(String) : [],
  };
}

/** Milliseconds for the daemon to finish what it does. */
const STOPPING = 15_000;

/** End the daemon of this user, and wait until it is gone. Rejects with −32000 where there is none. */
export async function stopDaemon(options: ManageOptions = {}): Promise<{ readonly pid: number }> {
  const folder = folderOf(options.runtimeFolder);
  const { pid } = await findDaemon(folder);
  await withClient(folder, (client) => client.request('shutdown'));
  const until = performance.now() + STOPPING;
  while (isAlive(pid)) {
    if (performance.now() > until) {
      const details = `Process ${pid} was asked to end and did not within ${STOPPING / 1000} s`;
      throw unreachable(pidFileIn(folder), details);
    }
    await sleep(25);
  }
  return { pid };
}

/** The runtime folder, absolute; by default that of this user. */
export const folderOf = (folder = runtimeFolder(process.env)): string => resolve(folder);

const withClient = <T>(runtimeFolder: string, ask: (client: DaemonClient) => Promise<T>) => {
  // It is not about a project, but whoever says hello names one.
  const client = connectDaemon({ runtimeFolder, context: 'cli', project: homedir() });
  return ask(client).finally(() => client.close());
};
