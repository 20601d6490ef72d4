import process from 'node:process';
import { eventually } from '@errata/testing';
import { readPidFile } from '../../src/daemon/runtime-folder.js';
import { isAlive } from '../../src/databases/store.js';

/** Whatever daemon was started in a runtime folder, as something that a test can close. */
export function daemonIn(folder: string): { close(): Promise<void> } {
  return {
    async close() {
      const found = await readPidFile(folder).catch(() => undefined);
      if (found === undefined || found.pid === process.pid || !isAlive(found.pid)) return;
      process.kill(found.pid, 'SIGTERM');
      await eventually(() => isAlive(found.pid)).toBe(false);
    },
  };
}
