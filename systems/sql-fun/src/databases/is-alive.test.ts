import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { isAlive } from './store.js';

const path = temporaryFolder();
const onLinux = it.runIf(process.platform === 'linux');

describe('isAlive', () => {
  it('is true of this process, and of those of others', () => {
    expect([process.pid, 1].map(isAlive)).toEqual([true, true]);
  });

  it('is false of one that has ended', () => {
    expect(isAlive(spawnSync(process.execPath, ['--version']).pid)).toBe(false);
  });

  onLinux('is false of a zombie [needs Linux]', async () => {
    // A shell would look after its child; the program that it becomes does not know of any.
    const script = 'sleep 60 & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(parent, 'exit');
    try {
      const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
      const pid = Number(line);
      const name = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8');
      await eventually(name).toBe('sleep\n');
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
      await eventually(() => isAlive(pid)).toBe(false);
      expect(process.kill(pid, 0)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
      await ended;
    }
  });

  onLinux('is true of one whose name looks like the state of a zombie [needs Linux]', async () => {
    const program = path('a) Z (b');
    symlinkSync(process.execPath, program);
    const child = spawn(program, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      await once(child, 'spawn');
      expect(readFileSync(`/proc/${child.pid}/stat`, 'latin1')).toContain('(a) Z (b) ');
      expect(isAlive(child.pid!)).toBe(true);
    } finally {
      child.stdin.end();
      await ended;
    }
  });
});
