import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { membersOf } from '@errata/core/internal';
import {
  connectStdio,
  connectTcp,
  startServer,
  type Answer,
  type Cell,
  type StartedServer,
  type Wire,
  type WireOptions,
} from '@errata/prove';
import { pidFilePath, type PidFile } from '../../src/daemon/index.js';
import type { ClientContext } from '../../src/worker/index.js';
import { endProcess } from './processes.js';

/** The command that serves this system, such as `node errata.js serve sql-fun`. */
export type Command = readonly [program: string, ...args: string[]];

export interface ServedOptions {
  readonly cell: Cell;
  readonly command: Command;
  /** The home of the processes. */
  readonly home: string;
  /** Where the daemon has its PID file. */
  readonly runtime: string;
  readonly project: string;
  /** Flags of proxy and daemon alike. */
  readonly flags?: readonly string[];
  /** Flags of the proxy alone; with `--no-start`, the daemon is started by `startDaemon`. */
  readonly proxyFlags?: readonly string[];
}

/** A daemon without anybody ends after so many seconds: nothing is left where everything else fails. */
const IDLE = ['--idle', '60'];

export type Served = ReturnType<typeof serve>;

/** A daemon, and those who ask it: proxies of their own on stdio, connections to its port on TCP. */
export function serve(options: ServedOptions) {
  const { cell, command, home, runtime, project, flags = [], proxyFlags = [] } = options;
  const { transport, era } = cell;
  const wires: Wire[] = [];
  const connected = new Map<ClientContext, Promise<Wire>>();
  let started: Promise<StartedServer> | undefined;

  const keep = (wire: Wire): Wire => {
    wires.push(wire);
    return wire;
  };

  /** Nothing of the user's own settings and files. */
  const child = (...more: readonly string[]) => ({
    command: command[0],
    args: [...command.slice(1), '--no-journal', '--runtime-dir', runtime, ...more],
    env: { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: join(home, 'state') },
    cwd: home,
  });

  /** The contents of the PID file. */
  const readPidFile = async (): Promise<PidFile> =>
    JSON.parse(await readFile(pidFilePath(runtime), 'utf8')) as PidFile;

  const removePidFile = (): Promise<void> => rm(pidFilePath(runtime), { force: true });

  /** One more proxy on stdio. */
  const connectProxy = async (more: WireOptions = {}): Promise<Wire> => {
    const idle = proxyFlags.includes('--no-start') ? [] : IDLE;
    const proxy = child('--stdio', '--project', project, ...flags, ...proxyFlags, ...idle);
    return keep(await connectStdio({ ...proxy, ...more, era }));
  };

  /** One more connection to the port, on which nothing was said yet. */
  const connectPort = async (): Promise<Wire> => {
    if (started === undefined) await startDaemon();
    await started;
    const { port } = await readPidFile();
    return keep(await connectTcp({ host: '127.0.0.1', port, era, handshake: false }));
  };

  /** What a client says first; by default with the token of the PID file. */
  const hello = async (wire: Wire, context: ClientContext, token?: string): Promise<Answer> => {
    const known = token ?? (await readPidFile()).token;
    return wire.request('hello', { token: known, context, project });
  };

  const connect = async (context: ClientContext): Promise<Wire> => {
    const wire = await (transport === 'stdio' ? connectProxy() : connectPort());
    if (transport === 'tcp') assertWorked(await hello(wire, context), 'hello');
    // A proxy learns only from a request which revision is spoken.
    else if (era === '2026-07-28') {
      assertWorked(await wire.request('server/discover', {}), 'server/discover');
    }
    return wire;
  };

  /** The wire that everything goes over that needs no other. A proxy always speaks for a model. */
  const wire = (context: ClientContext = 'cli'): Promise<Wire> => {
    const who = transport === 'stdio' ? 'mcp' : context;
    const known = connected.get(who) ?? connect(who);
    connected.set(who, known);
    return known;
  };

  /** The daemon in the foreground; nobody else may have started one. */
  const startDaemon = async (): Promise<PidFile> => {
    // First: a proxy takes longer to come up than a daemon may wait.
    if (transport === 'stdio') await wire();
    const daemon = child('--daemon', ...flags, ...IDLE);
    started = startServer({ ...daemon, ready: /listening on (\S+)/ });
    await started;
    return readPidFile();
  };

  /** End the daemon, whoever started it. */
  const endDaemon = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const found = await readPidFile().catch(() => undefined);
    if (found !== undefined && found.pid !== process.pid) await endProcess(found.pid, signal);
    const ending = started;
    started = undefined;
    await (await ending?.catch(() => undefined))?.close();
  };

  /** Call a method of the daemon: by its name on TCP, as a tool of the proxy on stdio. */
  const ask = async (method: string, params: object, context?: ClientContext): Promise<Answer> => {
    const to = await wire(context);
    return transport === 'stdio' ? to.callTool(method, params) : to.request(method, params);
  };

  return {
    ...{ wires, wire, ask, hello, connectProxy, connectPort, startDaemon, endDaemon },
    ...{ runtime, project, readPidFile, removePidFile },
    /** Asks with this PID file in place, then removes it. */
    async askBy(content: PidFile): Promise<Answer> {
      await mkdir(runtime, { recursive: true, mode: 0o700 });
      await writeFile(pidFilePath(runtime), JSON.stringify(content), { mode: 0o600 });
      const answer = await ask('list_schemas', {});
      await endDaemon();
      await removePidFile();
      return answer;
    },
    /** The daemon before the proxies: they still wait for it as its parents. */
    async close(): Promise<void> {
      await endDaemon();
      for (const each of wires) await each.close();
    },
  };
}

/** A call on the way to a failure has to work. */
export function assertWorked(answer: Answer, what: string): void {
  const { result } = membersOf(answer.message);
  if (result === undefined || membersOf(result)['isError'] === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
}
