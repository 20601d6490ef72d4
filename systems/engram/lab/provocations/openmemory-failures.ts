import { assertWorked, type Answer, type Provocation } from '@errata/prove';
import { failure, onMain, onSpare } from './failure.js';
import { OPENMEMORY_LIMIT, type Gateway } from './gateway.js';
import {
  confused,
  during,
  inDatabase,
  rekeyed,
  slowed,
  stopped,
  whileLocked,
  type Illness,
} from './damage.js';
import type { Simulated } from '../sim/published-servers.js';
import type { EngramWorld } from './world.js';

/** The one read that has no second-best way. */
const getMemory = ({ alice }: Gateway): Promise<Answer> =>
  alice.callTool('memory_get', { memory_id: 'none' });

/** The answer to a read during the outage. A second read works afterwards, so that failures do not add up. */
const readDuring = (illness: Illness) => async (gateway: Gateway) => {
  const answer = await during(illness, gateway.openMemory, () => getMemory(gateway));
  assertWorked(await getMemory(gateway), 'reading from an OpenMemory that is well again');
  return answer;
};

const connectionFailed = failure(
  'dependency',
  'OPENMEMORY_CONNECTION_FAILED',
  'OpenMemory 连接失败',
  { retryable: true, details: ['service', 'error_type'] },
);

const apiError = (status: number, retryable: boolean) =>
  failure('dependency', 'OPENMEMORY_API_ERROR', `OpenMemory API 返回错误: ${status}`, {
    retryable,
    details: ['status', 'service'],
  });

const unavailable = failure('dependency', 'OPENMEMORY_UNAVAILABLE', 'OpenMemory 服务不可用', {
  retryable: true,
  details: ['service'],
});

/** The Python server has no call that reads one memory: the logbook answers, also during an outage. */
const NO_READ =
  'no tool fails in an outage of the Python server: stores wait, searches and reads come from the logbook; provoked with the JavaScript server instead';

/** What cannot be provoked with the Python server is provoked with the JavaScript server, in the same run. */
const WITH_JAVASCRIPT: readonly Provocation<EngramWorld>[] = [
  {
    ...connectionFailed,
    variant: 'stopped, JavaScript server',
    cause: 'The gateway is in front of a JavaScript server, which is switched off',
    provoke: async (world) => readDuring(stopped)(await world.javascript()),
  },
  {
    ...unavailable,
    variant: 'no JSON, JavaScript server',
    cause: 'The gateway is in front of a JavaScript server, which answers 200 with an HTML page',
    provoke: async (world) => readDuring(confused('text'))(await world.javascript()),
  },
];

/** −32001: OpenMemory, or the way to it. */
export function createOpenMemoryFailures(dialect: Simulated): readonly Provocation<EngramWorld>[] {
  const reading = dialect === 'js' ? {} : { impossible: () => NO_READ };
  return [
    {
      ...connectionFailed,
      ...reading,
      variant: 'stopped',
      cause: 'OpenMemory is switched off: its port refuses connections',
      provoke: onMain(readDuring(stopped)),
    },
    {
      ...connectionFailed,
      ...reading,
      variant: 'slow',
      cause: 'OpenMemory takes longer than the second that the gateway gives it',
      provoke: onSpare((gateway) => during(slowed, gateway.openMemory, () => getMemory(gateway))),
    },
    {
      ...apiError(500, true),
      ...reading,
      variant: 'busy',
      cause: 'Another program holds the database of OpenMemory, which says 500 to a deletion',
      provoke: onMain(async ({ alice, openMemoryDatabase }) => {
        const stored = await alice.callTool('memory_store', { content: 'to be forgotten' });
        const { memory_id } = assertWorked(stored, 'storing a memory');
        const remove = () => alice.callTool('memory_delete', { memory_id });
        const answer = await whileLocked(openMemoryDatabase, remove);
        assertWorked(await remove(), 'deleting a memory');
        return answer;
      }),
    },
    {
      ...apiError(403, false),
      ...reading,
      variant: 'key',
      cause: 'The key of OpenMemory is changed; it says 403',
      provoke: onMain(readDuring(rekeyed)),
    },
    {
      ...apiError(413, false),
      variant: 'too large',
      cause:
        'A memory is larger than OpenMemory takes, which says 413; none of it is left to be sent',
      provoke: onMain(async ({ alice, logbook }) => {
        const content = `too large ${'x'.repeat(OPENMEMORY_LIMIT)}`;
        const answer = await alice.callTool('memory_store', { content });
        await assertNothingLeft(logbook);
        return answer;
      }),
    },
    {
      ...unavailable,
      ...reading,
      variant: 'no JSON',
      cause: 'OpenMemory answers 200 with a page for people',
      provoke: onMain(readDuring(confused('text'))),
    },
    {
      ...unavailable,
      ...reading,
      variant: 'no success',
      cause: 'OpenMemory answers 200 and says that it did not succeed',
      provoke: onMain(readDuring(confused('failure'))),
    },
    {
      ...unavailable,
      ...reading,
      variant: 'breaker open',
      cause: 'OpenMemory has failed five times in a row, and is not asked for a while',
      provoke: onSpare(async (gateway) => {
        await during(stopped, gateway.openMemory, async () => {
          for (let count = 1; count <= 5; count++) {
            const args = { content: `failure ${count}` };
            assertWorked(await gateway.alice.callTool('memory_store', args), 'storing a memory');
          }
        });
        return getMemory(gateway);
      }),
    },
    ...(dialect === 'py' ? WITH_JAVASCRIPT : []),
  ];
}

/** What OpenMemory will never take must not wait to be sent, nor be found. */
function assertNothingLeft(logbook: string): Promise<void> {
  return inDatabase(logbook, (database) => {
    const left = database
      .prepare(
        `select count(*) as n from outbox_memory where status not in ('sent', 'kept')
         union all select count(*) from knowledge_candidates where content like 'too large %'`,
      )
      .all() as readonly { readonly n: number }[];
    if (left.some(({ n }) => n !== 0)) throw new Error('a refused memory is still in the logbook');
  });
}
