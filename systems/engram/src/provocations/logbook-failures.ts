import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { McpErrorReason } from '@errata/catalogs/engram';
import type { Answer, Provocation } from '@errata/prove';
import { asInSeed } from './as-in-seed.js';
import type { Facilities } from './lab/facilities.js';
import { inDatabase, whileLocked } from './lab/in-database.js';
import { assertWorked, hasFailed } from './read-answer.js';
import type { EngramWorld } from './world.js';

type Provoke = Provocation<EngramWorld>;

/** Memories of this size fill a megabyte soon. */
const LARGE = 45_000;

/** −32001: the database of the logbook, and the files of the evidence. */
export function createLogbookFailures(facilities: Facilities): readonly Provoke[] {
  return [
    {
      reason: McpErrorReason.LOGBOOK_DB_UNAVAILABLE,
      variant: 'locked',
      cause: 'Another program holds the database for longer than the gateway waits',
      example: asInSeed('dependency', 'LOGBOOK_DB_UNAVAILABLE', 'Logbook 数据库不可用', true),
      fields: ['details.service', 'details.error_type'],
      async provoke(world) {
        const { alice, logbook } = await world.main();
        return whileLocked(logbook, () => alice.callTool('memory_store', { content: 'x' }));
      },
    },
    {
      reason: McpErrorReason.LOGBOOK_DB_UNAVAILABLE,
      variant: 'full',
      cause: 'Memories are stored until the disk of the logbook has no room',
      example: asInSeed('dependency', 'LOGBOOK_DB_UNAVAILABLE', 'Logbook 数据库不可用', true),
      lane: 'cramped',
      fields: ['details.service', 'details.error_type'],
      impossible: () =>
        facilities.smallDisk ? undefined : 'nobody may mount a small disk on this machine',
      async provoke(world) {
        const { alice } = await world.cramped();
        let answer: Answer;
        let stored = 0;
        do {
          answer = await alice.callTool('memory_store', { content: 'x'.repeat(LARGE) });
        } while (!hasFailed(answer) && ++stored < 50);
        return answer;
      },
    },
    {
      reason: McpErrorReason.LOGBOOK_DB_UNAVAILABLE,
      variant: 'PostgreSQL',
      cause: 'PostgreSQL is shut down while the gateway runs',
      example: asInSeed('dependency', 'LOGBOOK_DB_UNAVAILABLE', 'Logbook 数据库不可用', true),
      lane: 'PostgreSQL',
      fields: ['details.service', 'details.error_type'],
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
      reason: McpErrorReason.LOGBOOK_DB_CHECK_FAILED,
      variant: 'table',
      cause: 'Somebody dropped the table of the audit while the gateway runs',
      example: asInSeed(
        'dependency',
        'LOGBOOK_DB_CHECK_FAILED',
        'Logbook 数据库检查失败: <check>',
        false,
      ),
      fields: ['details.service', 'details.check'],
      async provoke(world) {
        const { alice, logbook } = await world.main();
        return withoutTable(logbook, 'write_audit', () =>
          alice.callTool('memory_store', { content: 'x' }),
        );
      },
    },
    {
      reason: McpErrorReason.LOGBOOK_DB_CHECK_FAILED,
      variant: 'folder',
      cause: 'Somebody removed the folder of the evidence',
      example: asInSeed(
        'dependency',
        'LOGBOOK_DB_CHECK_FAILED',
        'Logbook 数据库检查失败: <check>',
        false,
      ),
      fields: ['details.service', 'details.check'],
      async provoke(world) {
        const { alice, evidenceFolder } = await world.main();
        await rm(evidenceFolder, { recursive: true });
        try {
          return await alice.callTool('evidence_upload', { content: 'x', mime: 'text/plain' });
        } finally {
          await mkdir(evidenceFolder, { mode: 0o700 });
        }
      },
    },
    {
      reason: McpErrorReason.LOGBOOK_DB_CHECK_FAILED,
      variant: 'file',
      cause: 'Somebody changed a file of the evidence',
      example: asInSeed(
        'dependency',
        'LOGBOOK_DB_CHECK_FAILED',
        'Logbook 数据库检查失败: <check>',
        false,
      ),
      fields: ['details.service', 'details.check'],
      async provoke(world) {
        const { alice, evidenceFolder } = await world.main();
        const upload = async () =>
          assertWorked(
            await alice.callTool('evidence_upload', { content: 'as it was', mime: 'text/plain' }),
            'uploading evidence',
          );
        const sha256 = String((await upload())['sha256']);
        await writeFile(join(evidenceFolder, sha256), 'as it was not');
        try {
          return await alice.callTool('evidence_read', { sha256 });
        } finally {
          await upload();
        }
      },
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
