import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { membersOf } from '@errata/core/contract';
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
import { pidFilePath, type PidFile } from '../daemon/index.js';
import type { ClientContext } from '../worker/index.js';
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
const IDLE = ['--idle', '5'];

/** A daemon, and those who ask it: proxies of their own on stdio, connections to its port on TCP. */
export class Served {
  readonly wires: Wire[] = [];
  private readonly options: ServedOptions;
  private readonly connected = new Map<ClientContext, Promise<Wire>>();
  private started: Promise<StartedServer> | undefined;

  constructor(options: ServedOptions) {
    this.options = options;
  }

  get runtime(): string {
    return this.options.runtime;
  }

  /** The wire that everything goes over that needs no other. A proxy always speaks for a model. */
  wire(context: ClientContext = 'cli'): Promise<Wire> {
    const who = this.options.cell.transport === 'stdio' ? 'mcp' : context;
    const known = this.connected.get(who) ?? this.connect(who);
    this.connected.set(who, known);
    return known;
  }

  /** Call a method of the daemon: by its name on TCP, as a tool of the proxy on stdio. */
  async ask(method: string, params: object, context?: ClientContext): Promise<Answer> {
    const wire = await this.wire(context);
    return this.options.cell.transport === 'stdio'
      ? wire.callTool(method, params)
      : wire.request(method, params);
  }

  /** What is answered with this PID file, whoever left it behind. Nothing of it stays. */
  async askBy(content: PidFile): Promise<Answer> {
    await mkdir(this.runtime, { recursive: true, mode: 0o700 });
    await writeFile(pidFilePath(this.runtime), JSON.stringify(content), { mode: 0o600 });
    const answer = await this.ask('list_schemas', {});
    await this.endDaemon();
    await this.removePidFile();
    return answer;
  }

  /** One more proxy on stdio. */
  async connectProxy(options: WireOptions = {}): Promise<Wire> {
    const { flags = [], proxyFlags = [], project, cell } = this.options;
    const idle = proxyFlags.includes('--no-start') ? [] : IDLE;
    const child = this.child(['--stdio', '--project', project, ...flags, ...proxyFlags, ...idle]);
    return this.keep(await connectStdio({ ...child, ...options, era: cell.era }));
  }

  /** One more connection to the port, on which nothing was said yet. */
  async connectPort(): Promise<Wire> {
    const { era } = this.options.cell;
    if (this.started === undefined) await this.startDaemon();
    await this.started;
    const { port } = await this.readPidFile();
    return this.keep(await connectTcp({ host: '127.0.0.1', port, era, handshake: false }));
  }

  /** What a client says first; by default with the token of the PID file. */
  async hello(wire: Wire, context: ClientContext, token?: string): Promise<Answer> {
    const { project } = this.options;
    const known = token ?? (await this.readPidFile()).token;
    return wire.request('hello', { token: known, context, project });
  }

  /** The daemon in the foreground; nobody else may have started one. */
  async startDaemon(): Promise<PidFile> {
    const { flags = [], cell } = this.options;
    // First: a proxy takes longer to come up than a daemon may wait.
    if (cell.transport === 'stdio') await this.wire();
    const child = this.child(['--daemon', ...flags, ...IDLE]);
    this.started = startServer({ ...child, ready: /listening on (\S+)/ });
    await this.started;
    return this.readPidFile();
  }

  /** End the daemon, whoever started it. */
  async endDaemon(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const found = await this.readPidFile().catch(() => undefined);
    if (found !== undefined && found.pid !== process.pid) await endProcess(found.pid, signal);
    const { started } = this;
    this.started = undefined;
    await (await started?.catch(() => undefined))?.close();
  }

  /** What the PID file says, whosesoever it is. */
  async readPidFile(): Promise<PidFile> {
    return JSON.parse(await readFile(pidFilePath(this.runtime), 'utf8')) as PidFile;
  }

  async removePidFile(): Promise<void> {
    await rm(pidFilePath(this.runtime), { force: true });
  }

  /** The daemon before the proxies: they still wait for it as its parents. */
  async close(): Promise<void> {
    await this.endDaemon();
    for (const wire of this.wires) await wire.close();
  }

  private async connect(context: ClientContext): Promise<Wire> {
    const { transport, era } = this.options.cell;
    if (transport === 'stdio') {
      const wire = await this.connectProxy();
      // A proxy learns only from a request which revision is spoken.
      if (era === '2026-07-28') {
        assertWorked(await wire.request('server/discover', {}), 'server/discover');
      }
      return wire;
    }
    const wire = await this.connectPort();
    assertWorked(await this.hello(wire, context), 'hello');
    return wire;
  }

  private keep(wire: Wire): Wire {
    this.wires.push(wire);
    return wire;
  }

  /** Nothing of the user's own settings and files. */
  private child(more: readonly string[]) {
    const { command, home } = this.options;
    const [program, ...given] = command;
    const { PATH } = process.env;
    return {
      command: program,
      args: [...given, '--no-journal', '--runtime-dir', this.runtime, ...more],
      env: { PATH, HOME: home, XDG_STATE_HOME: join(home, 'state') },
      cwd: home,
    };
  }
}

/** A call on the way to a failure has to work. */
export function assertWorked(answer: Answer, what: string): void {
  const { result } = membersOf(answer.message);
  if (result === undefined || membersOf(result)['isError'] === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
}
