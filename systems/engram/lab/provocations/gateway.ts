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
import { startOpenMemory } from '../../src/openmemory/index.js';
import { PERFORM, type Simulated } from '../sim/published-servers.js';

/** The command that serves this system, such as `node errata.js serve engram`. */
export type Command = readonly [program: string, ...args: string[]];

/** A call of a tool by somebody in particular. */
export type Call = (tool: string, args?: object) => Promise<Answer>;

export interface GatewayOptions {
  readonly cell: Cell;
  readonly command: Command;
  /** Which published OpenMemory is behind it. */
  readonly dialect: Simulated;
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

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** A gateway that runs, with the OpenMemory behind it. */
export async function startGateway(options: GatewayOptions) {
  const {
    cell,
    command,
    dialect,
    folder,
    flags = [],
    logbook = join(folder, 'logbook.db'),
  } = options;
  const { era, transport } = cell;
  const [program, ...given] = command;
  const evidenceFolder = join(folder, 'evidence');
  const openMemoryDatabase = join(folder, 'openmemory.db');
  await mkdir(folder, { recursive: true });
  const openMemory = await startOpenMemory({
    database: openMemoryDatabase,
    apiKey: SECRETS.ERRATA_ENGRAM_OPENMEMORY_KEY,
    maxContentBytes: OPENMEMORY_LIMIT,
    perform: PERFORM[dialect],
  });
  const wires: Wire[] = [];
  let server: StartedServer | undefined;

  const keep = <W extends Wire>(wire: W): W => {
    wires.push(wire);
    return wire;
  };
  const connect = async (token?: string, more: { readonly handshake?: boolean } = {}) => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    return keep(await connectHttp({ url: server!.match[1]!, era, headers, ...more }));
  };
  const inTheNameOf =
    (wire: Wire, actor: string): Call =>
    (tool, args) =>
      wire.callTool(tool, { ...args, actor });

  const serve = async (): Promise<Wire> => {
    const args = [
      ...[...given, '--logbook', logbook, '--evidence', evidenceFolder],
      ...['--openmemory', openMemory.url, '--member', 'bob', '--admin', 'alice', ...flags],
      // The language of the seed, whose texts the replies are compared with.
      ...['--lang', 'zh'],
    ];
    // Nothing of the user's own settings and files.
    const { PATH } = process.env;
    const env = { PATH, HOME: folder, XDG_STATE_HOME: folder, ...SECRETS };
    if (transport === 'stdio') {
      args.push('--user', 'alice');
      return keep(await connectStdio({ command: program, args, env, era }));
    }
    const tokens = join(folder, 'tokens');
    const lines = Object.entries(TOKENS).map(([user, token]) => `${user} ${token}\n`);
    await writeFile(tokens, lines.join(''), { mode: 0o600 });
    args.push('--http', '--port', '0', '--tokens', tokens);
    server = await startServer({ command: program, args, env, ready: /listening on (\S+)/ });
    return connect(TOKENS.alice);
  };

  /** Wires before the server, the server before what it depends on; one that fails does not keep the others. */
  const close = async (): Promise<void> => {
    const closing = [
      ...wires.map((wire) => () => wire.close()),
      async () => server?.close(),
      () => openMemory.close(),
    ];
    const failed: unknown[] = [];
    for (const end of closing) await end().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'a gateway did not close');
  };

  const alice = await serve().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const calling = async (token: string): Promise<Call> => {
    const wire = await connect(token);
    return (tool, args) => wire.callTool(tool, args);
  };
  return {
    ...{ dialect, openMemory, logbook, evidenceFolder, openMemoryDatabase },
    /** Every wire to it, whoever speaks over it. */
    wires: wires as readonly Wire[],
    /** The wire of the administrator. */
    alice,
    /** How Bob calls tools: with his token, or on stdio by name. */
    bob: async (): Promise<Call> =>
      server === undefined ? inTheNameOf(alice, 'bob') : calling(TOKENS.bob),
    /** How somebody calls tools whom the gateway has never seen. */
    stranger: async (): Promise<Call> =>
      inTheNameOf(server === undefined ? alice : await connect(TOKENS['*']), 'mallory'),
    /** How somebody calls tools with the token that several share. HTTP only. */
    nobody: () => calling(TOKENS['*']),
    /** A wire that shows no token, or this one, and may get no further than the door. HTTP only. */
    outside: (token?: string): Promise<Wire> => connect(token, { handshake: false }),
    close,
  };
}
