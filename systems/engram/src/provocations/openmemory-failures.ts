import { McpErrorReason } from '@errata/catalogs/engram';
import type { Answer, Provocation } from '@errata/prove';
import { asInSeed } from './as-in-seed.js';
import { OPENMEMORY_LIMIT, type Gateway } from './gateway.js';
import { confused, during, rekeyed, slowed, stopped, type Illness } from './lab/illness.js';
import { inDatabase, whileLocked } from './lab/in-database.js';
import { assertWorked } from './read-answer.js';
import type { EngramWorld } from './world.js';

type Provoke = Provocation<EngramWorld>;

/** The one read that has no second-best way. */
const getMemory = ({ alice }: Gateway): Promise<Answer> =>
  alice.callTool('memory_get', { memory_id: 'none' });

/** What a read is answered meanwhile. Another one works afterwards, so that failures do not add up. */
async function readDuring(gateway: Gateway, illness: Illness): Promise<Answer> {
  const answer = await during(illness, () => getMemory(gateway));
  assertWorked(await getMemory(gateway), 'reading from an OpenMemory that is well again');
  return answer;
}

/** −32001: OpenMemory, or the way to it. */
export const OPENMEMORY_FAILURES: readonly Provoke[] = [
  {
    reason: McpErrorReason.OPENMEMORY_CONNECTION_FAILED,
    variant: 'stopped',
    cause: 'OpenMemory is switched off: nobody listens on its port',
    example: asInSeed('dependency', 'OPENMEMORY_CONNECTION_FAILED', 'OpenMemory 连接失败', true),
    fields: ['details.service', 'details.error_type'],
    async provoke(world) {
      const gateway = await world.main();
      return readDuring(gateway, stopped(gateway.openMemory));
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_CONNECTION_FAILED,
    variant: 'slow',
    cause: 'OpenMemory takes longer than the second that the gateway gives it',
    example: asInSeed('dependency', 'OPENMEMORY_CONNECTION_FAILED', 'OpenMemory 连接失败', true),
    fields: ['details.service', 'details.error_type'],
    async provoke(world) {
      const gateway = await world.spare();
      return during(slowed(gateway.openMemory), () => getMemory(gateway));
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_API_ERROR,
    variant: 'busy',
    cause: 'Another program holds the database of OpenMemory, which says 503 to a deletion',
    example: asInSeed('dependency', 'OPENMEMORY_API_ERROR', 'OpenMemory API 返回错误: 503', true),
    fields: ['details.status', 'details.service'],
    async provoke(world) {
      const { alice, openMemoryDatabase } = await world.main();
      const stored = await alice.callTool('memory_store', { content: 'to be forgotten' });
      const { memory_id } = assertWorked(stored, 'storing a memory');
      const remove = () => alice.callTool('memory_delete', { memory_id });
      const answer = await whileLocked(openMemoryDatabase, remove);
      assertWorked(await remove(), 'deleting a memory');
      return answer;
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_API_ERROR,
    variant: 'key',
    cause: 'Somebody changed the key of OpenMemory, which says 401',
    example: asInSeed('dependency', 'OPENMEMORY_API_ERROR', 'OpenMemory API 返回错误: 401', false),
    fields: ['details.status', 'details.service'],
    async provoke(world) {
      const gateway = await world.main();
      return readDuring(gateway, rekeyed(gateway.openMemory));
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_API_ERROR,
    variant: 'too large',
    cause:
      'A memory is larger than OpenMemory takes, which says 413; none of it is left to be sent',
    example: asInSeed('dependency', 'OPENMEMORY_API_ERROR', 'OpenMemory API 返回错误: 413', false),
    fields: ['details.status', 'details.service'],
    async provoke(world) {
      const { alice, logbook } = await world.main();
      const content = `too large ${'x'.repeat(OPENMEMORY_LIMIT)}`;
      const answer = await alice.callTool('memory_store', { content });
      await assertNothingLeft(logbook);
      return answer;
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_UNAVAILABLE,
    variant: 'no JSON',
    cause: 'OpenMemory answers 200 with a page for people',
    example: asInSeed('dependency', 'OPENMEMORY_UNAVAILABLE', 'OpenMemory 服务不可用', true),
    fields: ['details.service'],
    async provoke(world) {
      const gateway = await world.main();
      return readDuring(gateway, confused(gateway.openMemory, 'text'));
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_UNAVAILABLE,
    variant: 'no success',
    cause: 'OpenMemory answers 200 and says that it did not succeed',
    example: asInSeed('dependency', 'OPENMEMORY_UNAVAILABLE', 'OpenMemory 服务不可用', true),
    fields: ['details.service'],
    async provoke(world) {
      const gateway = await world.main();
      return readDuring(gateway, confused(gateway.openMemory, 'failure'));
    },
  },
  {
    reason: McpErrorReason.OPENMEMORY_UNAVAILABLE,
    variant: 'left alone',
    cause: 'OpenMemory has failed five times in a row, and is not asked for a while',
    example: asInSeed('dependency', 'OPENMEMORY_UNAVAILABLE', 'OpenMemory 服务不可用', true),
    fields: ['details.service'],
    async provoke(world) {
      const gateway = await world.spare();
      await during(stopped(gateway.openMemory), async () => {
        for (let failure = 1; failure <= 5; failure++) {
          const args = { content: `failure ${failure}` };
          assertWorked(await gateway.alice.callTool('memory_store', args), 'storing a memory');
        }
      });
      return getMemory(gateway);
    },
  },
];

/** What OpenMemory will never take must not wait to be sent, nor be found. */
function assertNothingLeft(logbook: string): Promise<void> {
  return inDatabase(logbook, (database) => {
    const left = database
      .prepare(
        `select count(*) as n from outbox_memory where status <> 'sent'
         union all select count(*) from knowledge_candidates where content like 'too large %'`,
      )
      .all() as readonly { readonly n: number }[];
    if (left.some(({ n }) => n !== 0)) throw new Error('a refused memory is still in the logbook');
  });
}
