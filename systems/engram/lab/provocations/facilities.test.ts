import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSmallDisk } from './facilities.js';

const smallDisk = findSmallDisk();

it.runIf(smallDisk)(
  'a small disk takes a megabyte, and other processes do not see it [needs unshare --mount]',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'errata-disk-'));
    try {
      const [program, ...args] = smallDisk!(folder);
      const write = (kilobytes: number) => {
        const file = join(folder, 'ballast');
        const how = ['if=/dev/zero', `of=${file}`, 'bs=1024', `count=${kilobytes}`];
        return spawnSync(program, [...args, 'dd', ...how]).status;
      };
      expect({ half: write(512), twice: write(2048) }).toEqual({ half: 0, twice: 1 });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
