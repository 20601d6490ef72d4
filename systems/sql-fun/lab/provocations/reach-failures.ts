import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import process from 'node:process';
import { assertWorked, type Answer } from '@errata/prove';
import { assertTells, causesOf, notOn } from './provoke.js';
import { childOf, ticksOf, until, withoutProc, type ServedSqlFun } from './served.js';

const TOKEN = '0'.repeat(40);

/** Given to a service that nobody has run for decades; a port that was free a moment ago may be taken. */
const UNUSED_PORT = 1;

const NO_PROXY = notOn('tcp', 'it is what a proxy says: a daemon that is not there says nothing');
const LOST = { lane: 'lost', impossible: NO_PROXY } as const;
const STUCK = { lane: 'stuck', impossible: NO_PROXY } as const;

/** More than may wait for a worker, and the one that the worker has. */
const TOO_MANY = 1002;

const NUMBERS = Array.from({ length: 10_000 }, (_, index) => index);
const NAMES = NUMBERS.map((n) => `total_${n}`).join(', ');
const TABLES = NUMBERS.map((n) => `sales.orders o${n}`).join(', ');

/** Ten thousand names, each to be looked for in ten thousand tables: many seconds of work. */
const EXPENSIVE = { sql: `SELECT ${NAMES} FROM ${TABLES}` };

/** Ask for much, and do something while the worker is in the middle of it. */
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

/** −32000: nobody is there, or not the one who should be. */
export const REACH_FAILURES = causesOf('SERVER_NOT_REACHABLE', 'Server not reachable', {
  'no PID file': {
    ...LOST,
    cause: 'No server was ever started',
    told: { target: 'pid_file', details: /^No server is running/ },
    async provoke({ lost }) {
      await lost.removePidFile();
      return lost.ask('list_schemas', {});
    },
  },
  stale: {
    ...LOST,
    cause: 'The server was killed with SIGKILL, and its PID file is still there',
    told: { target: 'pid_file' },
    async provoke({ lost }) {
      const { pid } = await lost.startDaemon();
      await lost.endDaemon('SIGKILL');
      const answer = await lost.ask('list_schemas', {});
      await lost.removePidFile();
      return assertTells(answer, { details: new RegExp(`${pid} is gone`) });
    },
  },
  refused: {
    ...LOST,
    cause: 'The PID of a dead server is by now that of another process, and nobody listens',
    told: { target: 'server', details: /refused the connection/ },
    provoke: ({ lost }) => lost.askBy({ pid: process.pid, port: UNUSED_PORT, token: TOKEN }),
  },
  stranger: {
    ...LOST,
    cause: 'The port of a dead server is by now that of a mail server',
    told: { target: 'server', details: /not a JSON-RPC response/ },
    async provoke({ lost }) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        // Who does not read does not notice that the other side is gone.
        socket.resume().end('220 mail.example ESMTP\r\n');
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const answer = await lost.askBy({ pid: process.pid, port, token: TOKEN });
      await once(server.close(), 'close');
      return answer;
    },
  },
  token: {
    ...LOST,
    cause: 'The PID file has the token of an earlier server',
    told: { target: 'server', details: /does not take the token/ },
    provoke: async ({ lost }) => lost.askBy({ ...(await lost.startDaemon()), token: TOKEN }),
  },
  killed: {
    ...LOST,
    cause: 'The server is killed with SIGKILL while it works on the request',
    told: { target: 'server', details: /before it answered/ },
    impossible: (cell) => NO_PROXY(cell) ?? withoutProc(),
    async provoke({ lost }) {
      await lost.startDaemon();
      const answer = await duringWork(lost, () => lost.endDaemon('SIGKILL'));
      await lost.removePidFile();
      return answer;
    },
  },
  'not started': {
    ...STUCK,
    cause: 'A directory is in the place of the lock, so that every server that is started ends',
    told: { target: 'pid_file', details: /ended before it was ready|was ready within/ },
    provoke: async (world) => (await world.stuck('lock')).ask('list_schemas', {}),
  },
  'runtime folder': {
    ...STUCK,
    cause: 'Others may write to the folder of the PID file, where no server is started',
    told: { target: 'pid_file', details: /is open to others/ },
    provoke: async (world) => (await world.stuck('others')).ask('list_schemas', {}),
  },
  queue: {
    cause: 'The only worker does not come on, and more wait for it than may',
    told: { target: 'server', name: 'queue' },
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
});

/** −32010: the process that does the work does not do it. */
export const PANICS = causesOf('INTERNAL_PANIC', 'Internal server panic', {
  worker: {
    cause: 'The worker is killed with SIGKILL in the middle of a query; the next one is answered',
    told: { target: 'worker', name: 'SIGKILL', details: /./ },
    impossible: withoutProc,
    async provoke({ main }) {
      const answer = await duringWork(main, (worker) => process.kill(worker, 'SIGKILL'));
      assertWorked(await main.ask('validate_query', { sql: 'SELECT 1' }), 'the next query');
      return answer;
    },
  },
  deadline: {
    cause: 'Ten thousand names in ten thousand tables, with three tenths of a second for it',
    told: { target: 'worker', name: 'deadline', details: /./ },
    lane: 'hasty',
    provoke: ({ hasty }) => hasty.ask('analyze_query', EXPENSIVE),
  },
});
