import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import process from 'node:process';
import { assertWorked, type Answer } from '@errata/prove';
import { assertFacts, causesIn, notOn } from './provoke.js';
import { childOf, ticksOf, until, withoutProc, type ServedSqlFun } from './served.js';
import type { SqlFunWorld } from './world.js';

const TOKEN = '0'.repeat(40);

/** Given to a service that nobody has run for decades; a port that was free a moment ago may be taken. */
const UNUSED_PORT = 1;

const NO_PROXY = notOn('tcp', 'it is what a proxy says: a daemon that is not there says nothing');

/** A full queue, and the request that the worker has. */
const TOO_MANY = 1002;

const NUMBERS = Array.from({ length: 10_000 }, (_, index) => index);
const NAMES = NUMBERS.map((n) => `total_${n}`).join(', ');
const TABLES = NUMBERS.map((n) => `sales.orders o${n}`).join(', ');

/** Ten thousand names, each to be looked for in ten thousand tables: many seconds of work. */
const EXPENSIVE = { sql: `SELECT ${NAMES} FROM ${TABLES}` };

/** Starts expensive work, and does something while the worker is in the middle of it. */
async function duringWork(served: ServedSqlFun, act: (worker: number) => unknown): Promise<Answer> {
  assertWorked(await served.ask('validate_query', { sql: 'SELECT 1' }), 'a first query');
  const worker = await childOf((await served.readPidFile()).pid);
  // A quarter of a second: more than it works without being asked.
  const enough = (await ticksOf(worker)) + 25;
  const busy = () => ticksOf(worker).then((ticks) => (ticks >= enough ? true : undefined));
  const [answer] = await Promise.all([
    served.ask('analyze_query', EXPENSIVE),
    until(`work of process ${worker}`, busy).then(() => act(worker)),
  ]);
  return answer;
}

/** On the server that the proxy does not start itself. */
const lost = (act: (served: ServedSqlFun) => Promise<Answer>) => ({
  ...{ lane: 'lost', impossible: NO_PROXY },
  provoke: (world: SqlFunWorld) => act(world.lost),
});

/** On the server that cannot be started. */
const stuck = (why: 'others' | 'lock') => ({
  ...{ lane: 'stuck', impossible: NO_PROXY },
  provoke: async (world: SqlFunWorld) => (await world.stuck(why)).ask('list_schemas', {}),
});

/** −32000: the server cannot be reached, or is another one. −32010: the worker does not do its work. */
export const REACH_FAILURES = causesIn(
  `
# SERVER_NOT_REACHABLE: Server not reachable
no PID file | No server was ever started | pid_file details=^No server is running
stale | The server was killed with SIGKILL, and its PID file is still there | pid_file
refused | Another process has the PID of a dead server, and nothing listens on the port | server details=refused the connection
stranger | A mail server has the port of a dead server | server details=not a JSON-RPC response
token | The PID file has the token of an earlier server | server details=does not take the token
killed | The server is killed with SIGKILL while it works on the request | server details=before it answered
not started | A directory is in the place of the lock, so that every server that is started ends | pid_file details=ended before it was ready|was ready within
runtime folder | Others may write to the folder of the PID file, where no server is started | pid_file details=is open to others
queue | The only worker is stuck, and the queue is full | server queue
# INTERNAL_PANIC: Internal server panic
worker | The worker is killed with SIGKILL in the middle of a query; the next one is answered | worker SIGKILL details
deadline | A query with ten thousand names in ten thousand tables, and a deadline of 0.3 s | worker deadline details
`,
  {
    'no PID file': lost(async (served) => {
      await served.removePidFile();
      return served.ask('list_schemas', {});
    }),
    stale: lost(async (served) => {
      const { pid } = await served.startDaemon();
      await served.endDaemon('SIGKILL');
      const answer = await served.ask('list_schemas', {});
      await served.removePidFile();
      return assertFacts(answer, { details: new RegExp(`${pid} is gone`) });
    }),
    refused: lost((served) => served.askBy({ pid: process.pid, port: UNUSED_PORT, token: TOKEN })),
    stranger: lost(async (served) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        // A socket that does not read does not notice that the other side is gone.
        socket.resume().end('220 mail.example ESMTP\r\n');
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const answer = await served.askBy({ pid: process.pid, port, token: TOKEN });
      await once(server.close(), 'close');
      return answer;
    }),
    token: lost(async (served) => served.askBy({ ...(await served.startDaemon()), token: TOKEN })),
    killed: {
      ...lost(async (served) => {
        await served.startDaemon();
        const answer = await duringWork(served, () => served.endDaemon('SIGKILL'));
        await served.removePidFile();
        return answer;
      }),
      impossible: (cell) => NO_PROXY(cell) ?? withoutProc(),
    },
    'not started': stuck('lock'),
    'runtime folder': stuck('others'),
    queue: {
      impossible: withoutProc,
      async provoke({ main }) {
        assertWorked(await main.ask('list_schemas', {}), 'a first question');
        const worker = await childOf((await main.readPidFile()).pid);
        process.kill(worker, 'SIGSTOP');
        const answers = Array.from({ length: TOO_MANY }, () => main.ask('list_schemas', {}));
        try {
          return await answers.at(-1)!;
        } finally {
          process.kill(worker, 'SIGCONT');
          await Promise.allSettled(answers);
        }
      },
    },
    worker: {
      impossible: withoutProc,
      async provoke({ main }) {
        const answer = await duringWork(main, (worker) => process.kill(worker, 'SIGKILL'));
        assertWorked(await main.ask('validate_query', { sql: 'SELECT 1' }), 'the next query');
        return answer;
      },
    },
    deadline: { lane: 'hasty', provoke: ({ hasty }) => hasty.ask('analyze_query', EXPENSIVE) },
  },
);
