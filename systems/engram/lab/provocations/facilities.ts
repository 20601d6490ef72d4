import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresPrograms } from './postgres.js';

/** What not every machine has. */
export interface Facilities {
  readonly postgres: PostgresPrograms | undefined;
  readonly smallDisk: SmallDisk | undefined;
}

/** What this machine has of it. */
export function findFacilities(): Facilities {
  return { postgres: findPostgres(), smallDisk: findSmallDisk() };
}

/** Makes a command run with a disk of one megabyte in a folder, which other processes do not see and which ends with it. */
export type SmallDisk = (folder: string) => readonly [string, ...string[]];

const MOUNT = 'mount -t tmpfs -o size=1m tmpfs "$1" && shift && exec "$@"';

const WAYS = [
  ['unshare', '--mount'],
  ['unshare', '--map-root-user', '--mount'],
] as const;

/** How a small disk can be had on this machine; undefined where mounting is not allowed. */
export function findSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'errata-engram-mount-'));
  try {
    return WAYS.map(within).find((smallDisk) => {
      const [program, ...args] = smallDisk(folder);
      return spawnSync(program, [...args, 'true']).status === 0;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function within(way: (typeof WAYS)[number]): SmallDisk {
  const [program, ...args] = way;
  return (folder) => [program, ...args, 'sh', '-c', MOUNT, 'sh', folder];
}
