import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertWorked, type Answer, type Provocation } from '@errata/prove';
import { failure, hasFailed, onMain } from './failure.js';
import { inDatabase, whileLocked } from './damage.js';
import type { Facilities } from './facilities.js';
import type { EngramWorld } from './world.js';

/** Memories of this size soon fill a megabyte. Of words: a search for one word of 45,000 letters takes minutes. */
const LARGE = 'full '.repeat(9_000);

const unavailable = failure('dependency', 'LOGBOOK_DB_UNAVAILABLE', 'Logbook 数据库不可用', {
  retryable: true,
  details: ['service', 'error_type'],
});

const checkFailed = failure(
  'dependency',
  'LOGBOOK_DB_CHECK_FAILED',
  'Logbook 数据库检查失败: <check>',
  { details: ['service', 'check'] },
);

/** −32001: the database of the logbook, and the files of the evidence. */
export function createLogbookFailures(facilities: Facilities): readonly Provocation<EngramWorld>[] {
  return [
    {
      ...unavailable,
      variant: 'locked',
      cause: 'Another program holds the database for longer than the gateway waits',
      provoke: onMain(({ alice, logbook }) =>
        whileLocked(logbook, () => alice.callTool('memory_store', { content: 'x' })),
      ),
    },
    {
      ...unavailable,
      variant: 'full',
      cause: 'Memories are stored until the disk of the logbook has no room',
      lane: 'cramped',
      impossible: () =>
        facilities.smallDisk ? undefined : 'mounting a small disk is not allowed on this machine',
      async provoke(world) {
        const { alice } = await world.cramped();
        let answer: Answer;
        let stored = 0;
        do {
          answer = await alice.callTool('memory_store', { content: LARGE });
        } while (!hasFailed(answer) && ++stored < 50);
        return answer;
      },
    },
    {
      ...unavailable,
      variant: 'PostgreSQL',
      cause: 'PostgreSQL is shut down while the gateway runs',
      lane: 'PostgreSQL',
      impossible: () =>
        facilities.postgres ? undefined : 'there is no PostgreSQL on this machine to shut down',
      async provoke(world) {
        const { alice } = await world.onPostgres();
        assertWorked(await alice.callTool('memory_query', { query: 'x' }), 'a search');
        await (await world.postgres()).stop();
        return alice.callTool('memory_query', { query: 'x' });
      },
    },
    {
      ...checkFailed,
      variant: 'table',
      cause: 'The table of the audit is dropped while the gateway runs',
      provoke: onMain(({ alice, logbook }) =>
        withoutTable(logbook, 'write_audit', () =>
          alice.callTool('memory_store', { content: 'x' }),
        ),
      ),
    },
    {
      ...checkFailed,
      variant: 'folder',
      cause: 'The folder of the evidence is removed',
      provoke: onMain(async ({ alice, evidenceFolder }) => {
        await rm(evidenceFolder, { recursive: true });
        try {
          return await alice.callTool('evidence_upload', { content: 'x', mime: 'text/plain' });
        } finally {
          await mkdir(evidenceFolder, { mode: 0o700 });
        }
      }),
    },
    {
      ...checkFailed,
      variant: 'file',
      cause: 'A file of the evidence is changed',
      provoke: onMain(async ({ alice, evidenceFolder }) => {
        const args = { content: 'as it was', mime: 'text/plain' };
        const upload = async () =>
          assertWorked(await alice.callTool('evidence_upload', args), 'uploading evidence');
        const sha256 = String((await upload())['sha256']);
        await writeFile(join(evidenceFolder, sha256), 'as it was not');
        try {
          return await alice.callTool('evidence_read', { sha256 });
        } finally {
          await upload();
        }
      }),
    },
  ];
}

/** The table is there again afterwards, empty. */
function withoutTable<T>(path: string, table: string, work: () => Promise<T>): Promise<T> {
  return inDatabase(path, async (database) => {
    const found = database
      .prepare('select sql from sqlite_master where tbl_name = ? and sql is not null')
      .all(table) as readonly { readonly sql: string }[];
    database.exec(`drop table ${table}`);
    try {
      return await work();
    } finally {
      for (const { sql } of found) database.exec(sql);
    }
  });
}
