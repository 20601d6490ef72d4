import process from 'node:process';
import { startDaemon, type Daemon, type DaemonOptions } from '../daemon/index.js';

/** The daemon, and where it listens. */
export interface DaemonServing extends Daemon {
  /** `tcp://127.0.0.1:4000` */
  readonly url: string;
  readonly pid: number;
}

/** Be the daemon of this user, in this process. Rejects where there is one already. */
export async function serveDaemon(options: DaemonOptions = {}): Promise<DaemonServing> {
  const daemon = await startDaemon(options);
  return { ...daemon, url: `tcp://127.0.0.1:${daemon.port}`, pid: process.pid };
}
