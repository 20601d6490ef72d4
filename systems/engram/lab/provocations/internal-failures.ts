import type { Provocation } from '@errata/prove';
import { failure, onMain, onSpare } from './failure.js';
import { during, inDatabase, rekeyed } from './damage.js';
import type { EngramWorld } from './world.js';

/** More than a number in JavaScript can hold. */
const TOO_MUCH = '9007199254740993';

/** −32603: what should not happen inside. */
export const INTERNAL_FAILURES: readonly Provocation<EngramWorld>[] = [
  {
    ...failure('internal', 'TOOL_EXECUTOR_NOT_REGISTERED', '工具执行器未注册: evidence_upload', {
      details: ['tool'],
    }),
    cause: 'The tool is listed, and its module is switched off',
    provoke: onSpare(({ alice }) =>
      alice.callTool('evidence_upload', { content: 'x', mime: 'text/plain' }),
    ),
  },
  {
    ...failure('internal', 'INTERNAL_ERROR', '通用内部错误'),
    cause: 'The policy in the settings is invalid JSON',
    provoke: onMain(({ alice, logbook }) =>
      inDatabase(logbook, async (database) => {
        database.exec(
          `insert into settings (key, value, updated_at, updated_by)
           values ('policy_json', '{"evidence_mode":', '2026-01-30T00:00:00.000Z', 'an editor')`,
        );
        try {
          return await alice.callTool('memory_store', { content: 'x' });
        } finally {
          database.exec(`delete from settings where key = 'policy_json'`);
        }
      }),
    ),
  },
  {
    ...failure('internal', 'UNHANDLED_EXCEPTION', '未处理的异常'),
    cause: 'A row that another program wrote has a number that is too large for JavaScript',
    provoke: onMain(({ alice, logbook, openMemory }) =>
      inDatabase(logbook, async (database) => {
        database.exec(
          `insert into knowledge_candidates
             (space, actor, content, content_hash, created_at, outbox_id)
           values ('team:odd', 'importer', 'odd row', '', '2026-01-30T00:00:00.000Z', ${TOO_MUCH})`,
        );
        try {
          // The logbook is searched only while OpenMemory cannot be.
          return await during(rekeyed, openMemory, () =>
            alice.callTool('memory_query', { query: 'odd', spaces: ['team:odd'] }),
          );
        } finally {
          database.exec(`delete from knowledge_candidates where outbox_id = ${TOO_MUCH}`);
        }
      }),
    ),
  },
];
