import { createServer, type AddressInfo, type Server } from 'node:net';
import process from 'node:process';
import { assertTells } from './assert-tells.js';
import { assertWorked } from './assert-worked.js';
import { EXPENSIVE } from './expensive-query.js';
import { childOf, ticksOf, untilBusy, withoutProc } from './processes.js';
import { notOn, row, type Provoke } from './provoke.js';

const TOKEN = '0'.repeat(40);

/** Given to a service that nobody has run for decades; a port that was free a moment ago may be taken. */
const UNUSED_PORT = 1;

const NO_PROXY = notOn('tcp', 'it is what a proxy says: a daemon that is not there says nothing');

/** More than may wait for a worker, and the one that the worker has. */
const TOO_MANY = 1002;

/** −32000: nobody is there, or not the one who should be. */
export const REACH_FAILURES: readonly Provoke[] = [
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'no PID file',
    cause: 'No server was ever started',
    example: row('Server not reachable', 'pid_file'),
    lane: 'lost',
    impossible: NO_PROXY,
    async provoke({ lost }) {
      await lost.removePidFile();
      const told = { details: /^No server is running/ };
      return assertTells(await lost.ask('list_schemas', {}), told);
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'stale',
    cause: 'The server was killed with SIGKILL, and its PID file is still there',
    example: row('Server not reachable', 'pid_file'),
    lane: 'lost',
    impossible: NO_PROXY,
    async provoke({ lost }) {
      const { pid } = await lost.startDaemon();
      await lost.endDaemon('SIGKILL');
      const answer = await lost.ask('list_schemas', {});
      await lost.removePidFile();
      return assertTells(answer, { details: new RegExp(`${pid} is gone`) });
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'refused',
    cause: 'The PID of a dead server is by now that of another process, and nobody listens',
    example: row('Server not reachable', 'server'),
    lane: 'lost',
    impossible: NO_PROXY,
    async provoke({ lost }) {
      await lost.writePidFile({ pid: process.pid, port: UNUSED_PORT, token: TOKEN });
      const answer = await lost.ask('list_schemas', {});
      await lost.removePidFile();
      return assertTells(answer, { details: /refused the connection/ });
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'stranger',
    cause: 'The port of a dead server is by now that of a mail server',
    example: row('Server not reachable', 'server'),
    lane: 'lost',
    impossible: NO_PROXY,
    async provoke({ lost }) {
      const server = await listen('220 mail.example ESMTP\r\n');
      await lost.writePidFile({ pid: process.pid, port: portOf(server), token: TOKEN });
      const answer = await lost.ask('list_schemas', {});
      await lost.removePidFile();
      await close(server);
      return assertTells(answer, { details: /no JSON-RPC answer/ });
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'token',
    cause: 'The PID file has the token of an earlier server',
    example: row('Server not reachable', 'server'),
    lane: 'lost',
    impossible: NO_PROXY,
    async provoke({ lost }) {
      await lost.writePidFile({ ...(await lost.startDaemon()), token: TOKEN });
      const answer = await lost.ask('list_schemas', {});
      await lost.endDaemon();
      await lost.removePidFile();
      return assertTells(answer, { details: /does not take the token/ });
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'killed',
    cause: 'The server is killed with SIGKILL while it works on the request',
    example: row('Server not reachable', 'server'),
    lane: 'lost',
    impossible: (cell) => NO_PROXY(cell) ?? withoutProc(),
    async provoke({ lost }) {
      const { pid } = await lost.startDaemon();
      assertWorked(await lost.ask('validate_query', { sql: 'SELECT 1' }), 'a first query');
      const worker = await childOf(pid);
      const before = await ticksOf(worker);
      const [answer] = await Promise.all([
        lost.ask('validate_query', { sql: EXPENSIVE }),
        untilBusy(worker, before).then(() => lost.endDaemon('SIGKILL')),
      ]);
      await lost.removePidFile();
      return assertTells(answer, { details: /before it answered/ });
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'not started',
    cause: 'A directory is in the place of the lock, so that every server that is started ends',
    example: row('Server not reachable', 'pid_file'),
    lane: 'stuck',
    impossible: NO_PROXY,
    async provoke(world) {
      const served = await world.stuck('lock');
      const told = { details: /ended before it was ready|was ready within/ };
      return assertTells(await served.ask('list_schemas', {}), told);
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'runtime folder',
    cause: 'Others may write to the folder of the PID file, where no server is started',
    example: row('Server not reachable', 'pid_file'),
    lane: 'stuck',
    impossible: NO_PROXY,
    async provoke(world) {
      const served = await world.stuck('others');
      const told = { details: /is open to others/ };
      return assertTells(await served.ask('list_schemas', {}), told);
    },
  },
  {
    reason: 'SERVER_NOT_REACHABLE',
    variant: 'queue',
    cause: 'The only worker does not come on, and more wait for it than may',
    example: row('Server not reachable', 'server', 'queue'),
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
];

/** A server that says one thing to everybody. */
function listen(greeting: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Who does not read does not notice that the other side is gone.
    socket.resume().end(greeting);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));
