import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Whether a process with this id is running, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** It has ended, and its parent has not looked yet. Only Linux tells. */
function isZombie(pid: number): boolean {
  try {
    // The state stands behind the name, which may have parentheses and blanks in it.
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .startsWith('Z');
  } catch {
    return false;
  }
}
