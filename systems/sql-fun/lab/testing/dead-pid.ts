import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** The id of a process that has ended. */
export function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}
