import process from 'node:process';
import { assertWorked } from './assert-worked.js';
import { EXPENSIVE } from './expensive-query.js';
import { childOf, ticksOf, untilBusy, withoutProc } from './processes.js';
import { row, type Provoke } from './provoke.js';

/** −32010: the process that does the work does not do it. */
export const PANICS: readonly Provoke[] = [
  {
    reason: 'INTERNAL_PANIC',
    variant: 'worker',
    cause: 'The worker is killed with SIGKILL in the middle of a query; the next one is answered',
    example: row('Internal server panic', 'worker', 'SIGKILL'),
    fields: ['details'],
    impossible: withoutProc,
    async provoke({ main }) {
      const query = { sql: 'SELECT 1' };
      assertWorked(await main.ask('validate_query', query), 'a first query');
      const worker = await childOf((await main.readPidFile()).pid);
      const before = await ticksOf(worker);
      const [answer] = await Promise.all([
        main.ask('analyze_query', { sql: EXPENSIVE }),
        untilBusy(worker, before).then(() => process.kill(worker, 'SIGKILL')),
      ]);
      assertWorked(await main.ask('validate_query', query), 'the next query');
      return answer;
    },
  },
  {
    reason: 'INTERNAL_PANIC',
    variant: 'deadline',
    cause: 'Ten thousand names in ten thousand tables, with three tenths of a second for it',
    example: row('Internal server panic', 'worker', 'deadline'),
    lane: 'hasty',
    fields: ['details'],
    provoke: ({ hasty }) => hasty.ask('analyze_query', { sql: EXPENSIVE }),
  },
];
