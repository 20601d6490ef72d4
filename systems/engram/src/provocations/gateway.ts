import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import {
  connectHttp,
  connectStdio,
  startServer,
  type Answer,
  type Cell,
  type StartedServer,
  type Wire,
} from '@errata/prove';
import { startOpenMemory, type OpenMemoryServer } from '../openmemory/index.js';

/** The command that serves this system, such as `node errata.js serve engram`. */
export type Command = readonly [program: string, ...args: string[]];

/** A call of a tool by somebody in particular. */
export type Call = (tool: string, args?: object) => Promise<Answer>;

export interface GatewayOptions {
  readonly cell: Cell;
  readonly command: Command;
  /** Where its files are. */
  readonly folder: string;
  /** Flags beside those that every gateway has. */
  readonly flags?: readonly string[];
  /** A logbook elsewhere than in its folder. */
  readonly logbook?: string;
}

/** Alice is an administrator, Bob a member; whoever shares the last token says who they are. */
const TOKENS = {
  alice: 'alice-0000-1111-2222',
  bob: 'bob-0000-1111-2222',
  '*': 'shared-0000-1111-2222',
} as const;

const SECRETS = {
  ERRATA_ENGRAM_ADMIN_KEY: 'the-key-of-the-administrators',
  ERRATA_ENGRAM_OPENMEMORY_KEY: 'the-key-of-openmemory',
} as const;

/** The most bytes that OpenMemory takes, which is less than the policy lets through. */
export const OPENMEMORY_LIMIT = 50_000;

/** A gateway that runs, with the OpenMemory behind it. */
export class Gateway {
  /** Every wire to it, whoever speaks over it. */
  readonly wires: Wire[] = [];
  /** The wire of the administrator. */
  alice!: Wire;
  private readonly options: GatewayOptions;
  readonly openMemory: OpenMemoryServer;
  private server: StartedServer | undefined;

  private constructor(options: GatewayOptions, openMemory: OpenMemoryServer) {
    this.options = options;
    this.openMemory = openMemory;
  }

  static async start(options: GatewayOptions): Promise<Gateway> {
    const { folder } = options;
    await mkdir(folder, { recursive: true });
    const openMemory = await startOpenMemory({
      database: join(folder, 'openmemory.db'),
      apiKey: SECRETS.ERRATA_ENGRAM_OPENMEMORY_KEY,
      maxContentBytes: OPENMEMORY_LIMIT,
    });
    const gateway = new Gateway(options, openMemory);
    try {
      gateway.alice = await gateway.serve();
      return gateway;
    } catch (error) {
      await gateway.close();
      throw error;
    }
  }

  get logbook(): string {
    return this.options.logbook ?? join(this.options.folder, 'logbook.db');
  }

  get evidenceFolder(): string {
    return join(this.options.folder, 'evidence');
  }

  get openMemoryDatabase(): string {
    return join(this.options.folder, 'openmemory.db');
  }

  /** How Bob calls tools: with his token, or on stdio by name. */
  async bob(): Promise<Call> {
    if (this.server === undefined) return this.inTheNameOf(this.alice, 'bob');
    const wire = await this.connect(TOKENS.bob);
    return (tool, args) => wire.callTool(tool, args);
  }

  /** How somebody calls tools whom the gateway has never seen. */
  async stranger(): Promise<Call> {
    const wire = this.server === undefined ? this.alice : await this.connect(TOKENS['*']);
    return this.inTheNameOf(wire, 'mallory');
  }

  /** How somebody calls tools with the token that several share. HTTP only. */
  async nobody(): Promise<Call> {
    const wire = await this.connect(TOKENS['*']);
    return (tool, args) => wire.callTool(tool, args);
  }

  /** A wire that shows no token, or this one, and may get no further than the door. HTTP only. */
  async outside(token?: string): Promise<Wire> {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const { era } = this.options.cell;
    return this.keep(await connectHttp({ url: this.url, era, headers, handshake: false }));
  }

  /** Wires before the server, the server before what it depends on; one that fails does not keep the others. */
  async close(): Promise<void> {
    const closing = [
      ...this.wires.map((wire) => () => wire.close()),
      async () => this.server?.close(),
      () => this.openMemory.close(),
    ];
    const failed: unknown[] = [];
    for (const close of closing) await close().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'a gateway did not close');
  }

  private inTheNameOf(wire: Wire, actor: string): Call {
    return (tool, args) => wire.callTool(tool, { ...args, actor });
  }

  private async serve(): Promise<Wire> {
    const { cell, command, folder, flags = [] } = this.options;
    const [program, ...given] = command;
    const common = [
      ...['--logbook', this.logbook, '--evidence', this.evidenceFolder],
      ...['--openmemory', this.openMemory.url, '--member', 'bob', '--admin', 'alice', ...flags],
      // The language of the seed, whose texts the replies are compared with.
      ...['--lang', 'zh'],
    ];
    // Nothing of the user's own settings and files.
    const { PATH } = process.env;
    const env = { PATH, HOME: folder, XDG_STATE_HOME: folder, ...SECRETS };
    if (cell.transport === 'stdio') {
      const args = [...given, ...common, '--user', 'alice'];
      return this.keep(await connectStdio({ command: program, args, env, era: cell.era }));
    }
    const tokens = join(folder, 'tokens');
    const lines = Object.entries(TOKENS).map(([user, token]) => `${user} ${token}\n`);
    await writeFile(tokens, lines.join(''), { mode: 0o600 });
    this.server = await startServer({
      command: program,
      args: [...given, ...common, '--http', '--port', '0', '--tokens', tokens],
      env,
      ready: /listening on (\S+)/,
    });
    return this.connect(TOKENS.alice);
  }

  private async connect(token: string): Promise<Wire> {
    const headers = { authorization: `Bearer ${token}` };
    const { era } = this.options.cell;
    return this.keep(await connectHttp({ url: this.url, era, headers }));
  }

  private get url(): string {
    return this.server!.match[1]!;
  }

  private keep<W extends Wire>(wire: W): W {
    this.wires.push(wire);
    return wire;
  }
}
