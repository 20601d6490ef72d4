import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, ServeCommand, Wire, WorldBase } from '@errata/prove';
import { startOpenMemory } from '../../src/openmemory/index.js';
import { PERFORM, type Simulated } from '../sim/published-servers.js';

/** A call of a tool by one user. */
export type CallTool = (tool: string, args?: object) => Promise<Answer>;

export interface GatewayOptions {
  /** Which published OpenMemory is behind it. */
  readonly dialect: Simulated;
  /** The folder of its files, inside that of the world. */
  readonly name: string;
  /** In place of the command of the world. */
  readonly command?: ServeCommand;
  /** Flags beside those that every gateway has. */
  readonly flags?: readonly string[];
  /** A logbook elsewhere than in its folder. */
  readonly logbook?: string;
}

/** Alice is an administrator, Bob a member; users of the shared token name themselves. */
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
export async function startGateway(base: WorldBase, options: GatewayOptions) {
  const { name, dialect, flags = [], command = base.command } = options;
  const folder = join(base.folder, name);
  const { logbook = join(folder, 'logbook.db') } = options;
  const onStdio = base.cell.transport === 'stdio';
  const evidenceFolder = join(folder, 'evidence');
  const openMemoryDatabase = join(folder, 'openmemory.db');
  await mkdir(folder, { recursive: true });
  const openMemory = base.add(
    await startOpenMemory({
      database: openMemoryDatabase,
      apiKey: SECRETS.ERRATA_ENGRAM_OPENMEMORY_KEY,
      maxContentBytes: OPENMEMORY_LIMIT,
      perform: PERFORM[dialect],
    }),
  );
  const tokens = join(folder, 'tokens');
  const lines = Object.entries(TOKENS).map(([user, token]) => `${user} ${token}\n`);
  await writeFile(tokens, lines.join(''), { mode: 0o600 });
  const served = base.serve({
    command,
    flags: [
      ...['--logbook', logbook, '--evidence', evidenceFolder, '--openmemory', openMemory.url],
      ...['--member', 'bob', '--admin', 'alice', ...flags],
      // The dialect is known, so a slow first answer on a busy machine does not stop the start.
      ...['--openmemory-api', `openmemory-${dialect}`],
      // The language of the seed, whose texts the replies are compared with.
      ...['--lang', 'zh'],
    ],
    stdio: ['--user', 'alice'],
    listening: ['--tokens', tokens],
    env: SECRETS,
    home: folder,
  });
  const connect = (token?: string, more: { readonly handshake?: boolean } = {}): Promise<Wire> =>
    served.connect({
      ...more,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    });
  const inTheNameOf =
    (wire: Wire, actor: string): CallTool =>
    (tool, args) =>
      wire.callTool(tool, { ...args, actor });
  const calling = async (token: string): Promise<CallTool> => {
    const wire = await connect(token);
    return (tool, args) => wire.callTool(tool, args);
  };
  const alice = await connect(onStdio ? undefined : TOKENS.alice);
  return {
    ...{ dialect, openMemory, logbook, evidenceFolder, openMemoryDatabase },
    /** The wire of the administrator. */
    alice,
    /** How Bob calls tools: with his token, or on stdio by name. */
    bob: async (): Promise<CallTool> => (onStdio ? inTheNameOf(alice, 'bob') : calling(TOKENS.bob)),
    /** How a user calls tools whom the gateway has never seen. */
    stranger: async (): Promise<CallTool> =>
      inTheNameOf(onStdio ? alice : await connect(TOKENS['*']), 'mallory'),
    /** How tools are called with the token that several users share. HTTP only. */
    unnamed: () => calling(TOKENS['*']),
    /** A wire without a token, or with this one, which the gateway may refuse. HTTP only. */
    outside: (token?: string): Promise<Wire> => connect(token, { handshake: false }),
  };
}
