import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpWire } from '@errata/prove';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrokenPromises, findDiscord, readRecords } from './testing/judges.js';
import { openLab, type Gateway, type Lab } from './testing/lab.js';
import { argumentsOf, WRITERS } from './testing/run-writers.js';
import { store, type Reply } from './testing/store.js';

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.skipIf(!canMount)(
  'a gateway whose logbook is on a small disk [needs unshare --mount]',
  () => {
    let lab: Lab;
    let disk: string;
    let gateway: Gateway;
    let wire: HttpWire;
    beforeEach(async () => {
      lab = await openLab();
      const mountPoint = join(lab.folder, 'disk');
      mkdirSync(mountPoint);
      // Only the gateway has this disk.
      const mounted = 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"';
      gateway = await lab.serve({
        within: ['unshare', '--mount', 'sh', '-c', mounted, mountPoint],
        logbook: `sqlite:${join(mountPoint, 'logbook.db')}`,
        members: WRITERS,
      });
      disk = `/proc/${gateway.pid}/root${mountPoint}`;
      wire = await gateway.connect('2025-11-25');
    });
    afterEach(() => lab.close());

    const replies = new Map<number, Reply>();
    const write = async (): Promise<Reply> => {
      const n = replies.size;
      const metadata = { enclosed: 'x'.repeat(12_000) };
      const reply = await store(wire, { ...argumentsOf(n), metadata });
      replies.set(n, reply);
      return reply;
    };

    /** The logbook as it is at this moment. SQLite would follow the path back to a disk that is not there. */
    const copyLogbook = (): string => {
      process.kill(gateway.pid, 'SIGSTOP');
      for (const name of readdirSync(disk).filter((each) => /\.db(-wal)?$/.test(each))) {
        copyFileSync(join(disk, name), join(lab.folder, name));
      }
      return `sqlite:${join(lab.folder, 'logbook.db')}`;
    };

    it('says while it is full that the logbook is unavailable, and goes on when there is room', async () => {
      expect((await write()).kind).toBe('stored');
      fill(join(disk, 'ballast'));
      let refused = 0;
      for (let tries = 0; tries < 200 && refused < 5; tries++) {
        const reply = await write();
        if (reply.kind !== 'refused') continue;
        refused++;
        expect(reply.reason).toBe('LOGBOOK_DB_UNAVAILABLE');
      }
      expect(refused).toBe(5);
      rmSync(join(disk, 'ballast'));
      for (let count = 0; count < 5; count++) expect((await write()).kind).toBe('stored');
      const records = await readRecords({ ...lab, logbook: copyLogbook() });
      expect(findDiscord(records)).toEqual([]);
      expect(findBrokenPromises(replies, records)).toEqual([]);
      expect(records.outbox).toHaveLength(replies.size - refused);
      expect(gateway.stderr()).not.toMatch(/crash|unhandled/i);
    });
  },
);

/** Take all the room that there is, to the last byte. */
function fill(path: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) appendFileSync(path, new Uint8Array(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
