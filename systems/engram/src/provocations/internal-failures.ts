import { McpErrorReason } from '@errata/catalogs/engram';
import type { Provocation } from '@errata/prove';
import { asInSeed } from './as-in-seed.js';
import { during, rekeyed } from './lab/illness.js';
import { inDatabase } from './lab/in-database.js';
import type { EngramWorld } from './world.js';

type Provoke = Provocation<EngramWorld>;

/** More than a number in JavaScript can hold. */
const TOO_MUCH = '9007199254740993';

/** −32603: what should not happen inside. */
export const INTERNAL_FAILURES: readonly Provoke[] = [
  {
    reason: McpErrorReason.TOOL_EXECUTOR_NOT_REGISTERED,
    cause: 'The tool is listed, and its module is switched off',
    example: asInSeed(
      'internal',
      'TOOL_EXECUTOR_NOT_REGISTERED',
      '工具执行器未注册: evidence_upload',
      false,
    ),
    fields: ['details.tool'],
    async provoke(world) {
      const { alice } = await world.spare();
      return alice.callTool('evidence_upload', { content: 'x', mime: 'text/plain' });
    },
  },
  {
    reason: McpErrorReason.INTERNAL_ERROR,
    cause: 'Somebody wrote a policy into the settings that is no JSON',
    example: asInSeed('internal', 'INTERNAL_ERROR', '通用内部错误', false),
    async provoke(world) {
      const { alice, logbook } = await world.main();
      return inDatabase(logbook, async (database) => {
        database.exec(
          `insert into settings (key, value, updated_at, updated_by)
           values ('policy_json', '{"evidence_mode":', '2026-01-30T00:00:00.000Z', 'an editor')`,
        );
        try {
          return await alice.callTool('memory_store', { content: 'x' });
        } finally {
          database.exec(`delete from settings where key = 'policy_json'`);
        }
      });
    },
  },
  {
    reason: McpErrorReason.UNHANDLED_EXCEPTION,
    cause: 'A row that another program wrote has a number that is too large for JavaScript',
    example: asInSeed('internal', 'UNHANDLED_EXCEPTION', '未处理的异常', false),
    async provoke(world) {
      const { alice, logbook, openMemory } = await world.main();
      return inDatabase(logbook, async (database) => {
        database.exec(
          `insert into knowledge_candidates
             (space, actor, content, content_hash, created_at, outbox_id)
           values ('team:odd', 'importer', 'odd row', '', '2026-01-30T00:00:00.000Z', ${TOO_MUCH})`,
        );
        try {
          // The logbook is searched only while OpenMemory cannot be.
          return await during(rekeyed(openMemory), () =>
            alice.callTool('memory_query', { query: 'odd', spaces: ['team:odd'] }),
          );
        } finally {
          database.exec(`delete from knowledge_candidates where outbox_id = ${TOO_MUCH}`);
        }
      });
    },
  },
];
