import { mkdir, readFile, rm, writeFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertWorked, connectStdio, connectTcp } from '@errata/prove';
import { discovered, homeEnvironment, startServer } from '@errata/prove';
import type { Answer, ServeCommand, StartedServer } from '@errata/prove';
import type { Wire, ProbeWireOptions, WorldBase } from '@errata/prove';
import { pidFilePath, type PidFile } from '../../src/daemon/runtime-folder.js';
import { isAlive } from '../../src/databases/store.js';
import type { ClientContext } from '../../src/worker/serve-work.js';

export interface ServedSqlFunOptions {
  readonly command: ServeCommand;
  /** The home of the processes; default: the folder of the world. */
  readonly home?: string;
  readonly runtime: string;
  readonly project: string;
  /** Flags of proxy and daemon alike. */
  readonly flags?: readonly string[];
  /** Flags of the proxy alone; with `--no-start`, the daemon is started by `startDaemon`. */
  readonly proxyFlags?: readonly string[];
}

/** A daemon without clients ends after so many seconds: nothing is left where everything else fails. */
const IDLE = ['--idle', '60'];

export type ServedSqlFun = ReturnType<typeof serve>;

/** A daemon, and those who ask it: proxies of their own on stdio, connections to its port on TCP. */
export function serve(base: WorldBase, options: ServedSqlFunOptions) {
  const { command, home = base.folder, runtime, project } = options;
  const { flags = [], proxyFlags = [] } = options;
  const { transport, era, toolFailures } = base.cell;
  const connected = new Map<ClientContext, Promise<Wire>>();
  const wires: Wire[] = [];
  let started: Promise<StartedServer> | undefined;

  const keep = (wire: Wire): Wire => {
    wires.push(wire);
    base.wires.push(wire);
    return wire;
  };

  /** Nothing of the user's own settings and files. */
  const child = (...more: readonly string[]) => ({
    command: command[0],
    args: [...command.slice(1), '--no-journal', '--runtime-dir', runtime, ...more],
    env: { ...homeEnvironment(home), XDG_STATE_HOME: join(home, 'state') },
    cwd: home,
  });

  const readPidFile = async (): Promise<PidFile> =>
    JSON.parse(await readFile(pidFilePath(runtime), 'utf8')) as PidFile;

  const removePidFile = (): Promise<void> => rm(pidFilePath(runtime), { force: true });

  const connectProxy = async (more: ProbeWireOptions = {}): Promise<Wire> => {
    const idle = proxyFlags.includes('--no-start') ? [] : IDLE;
    const form = toolFailures === undefined ? [] : ['--tool-failures', toolFailures];
    const own = [...flags, ...proxyFlags, ...form, ...idle];
    const proxy = child('--stdio', '--project', project, ...own);
    return keep(await connectStdio({ ...proxy, ...base.client, ...more, era }));
  };

  /** One more connection to the port, without a hello yet. */
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
    else await discovered(wire);
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

  /** End the daemon, no matter what started it. */
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

  base.add({
    // The daemon before the proxies: they still wait for it as its parents.
    async close() {
      await endDaemon();
      for (const each of wires) await each.close();
    },
  });
  return {
    ...{ wire, ask, hello, connectProxy, connectPort, startDaemon, endDaemon },
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
  };
}

/** Why a provocation that has to look at processes cannot be tried here. */
export function withoutProc(): string | undefined {
  return process.platform === 'linux'
    ? undefined
    : 'processes are found by way of /proc, which there is not on this platform';
}

/** Ask again until there is an answer; rejects if there is none within ten seconds. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`${what} did not happen within 10 s`);
    await sleep(10);
  }
}

/** The process that another one has started, once there is one. */
export function childOf(parent: number): Promise<number> {
  return until(`a child of process ${parent}`, async () => {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const all = await Promise.all(names.map((name) => readProcess(Number(name))));
    return all.find((each) => each?.parent === parent && each.state !== 'Z')?.pid;
  });
}

/** How long a process has worked, in hundredths of a second. */
export async function ticksOf(pid: number): Promise<number> {
  const found = await readProcess(pid);
  if (found === undefined) throw new Error(`process ${pid} is gone`);
  return found.ticks;
}

async function readProcess(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program is in parentheses, and may have any character in it.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const [state, parent] = fields;
  return { pid, state, parent: Number(parent), ticks: Number(fields[11]) + Number(fields[12]) };
}

export async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  const gone = async () => (isAlive(pid) ? undefined : true);
  try {
    process.kill(pid, signal);
    await until(`the end of process ${pid}`, gone).catch(() => process.kill(pid, 'SIGKILL'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
