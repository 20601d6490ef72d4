import process from 'node:process';
import type { ServeEngramOptions } from '@errata/engram';
import { UsageError } from '../../command.js';
import { optionsOf, SECONDS, type OptionRow } from '../../options.js';
import { load } from '../../systems.js';
import {
  chooseTransport,
  HTTP,
  journalOption,
  LISTEN,
  serveSystem,
  STDIO,
  TOOL_FAILURES,
  type ServeFlags,
  type SystemCommand,
} from './serve-system.js';

type Told<K extends keyof ServeEngramOptions> = NonNullable<ServeEngramOptions[K]>;

/** All values of an option: the compiler demands each. Loading the gateway for its lists would slow down every command. */
function allOf<V extends string>(values: Readonly<Record<V, true>>): readonly string[] {
  return Object.keys(values);
}

interface EngramFlags extends ServeFlags {
  readonly tokens?: string;
  readonly user?: string;
}

const ENGRAM_LISTEN = {
  ...LISTEN,
  url: ['--url <url>', 'with --http: how clients reach it, where a proxy is in front'],
  tokens: ['--tokens <file>', 'with --http: a file of users and their bearer tokens'],
  trustEverybody: ['--trust-everybody', 'with --http on loopback: no tokens, all are let in'],
} satisfies Record<string, OptionRow>;

export const ENGRAM_OPTIONS = {
  logbook: ['--logbook <url>', 'a file for SQLite, or postgres://…'],
  evidenceFolder: ['--evidence <folder>', 'where the bytes of evidence are kept'],
  openMemory: ['--openmemory <url>', 'where OpenMemory is; default: its own'],
  openMemoryApi: [
    '--openmemory-api <api>',
    'what is there; default: found out at the start',
    [
      'api',
      ...allOf<Told<'openMemoryApi'>>({
        'openmemory-js': true,
        'openmemory-py': true,
        embedded: true,
      }),
    ],
  ],
  openMemoryKeys: ['--openmemory-keys <file>', 'a key of OpenMemory per space'],
  openMemoryTimeout: [
    '--openmemory-timeout <s>',
    'for one call to OpenMemory with all its attempts; default: 30',
    SECONDS,
  ],
  user: [
    '--user <name>',
    'who is asking: on stdio, default the system user; with --trust-everybody, who names no actor',
  ],
  members: ['--member <name...>', 'users to register, beside those with a token'],
  admins: ['--admin <name...>', 'users to register who need no admin key for governance'],
  unknownActor: [
    '--unknown-actor <policy>',
    'about those who are not registered; default: degrade',
    ['policy', ...allOf<Told<'unknownActor'>>({ reject: true, degrade: true, auto_create: true })],
  ],
  without: [
    '--without <module...>',
    'switch off',
    [
      'module',
      ...allOf<Told<'without'>[number]>({
        memory: true,
        report: true,
        governance: true,
        evidence: true,
      }),
    ],
  ],
  lang: [
    '--lang <lang>',
    'of messages; default: en',
    ['language', ...allOf<Told<'lang'>>({ en: true, zh: true })],
  ],
  toolFailures: TOOL_FAILURES,
  keepTrying: [
    '--keep-trying <s>',
    'how long the outbox tries to send a memory; default: 604800, a week',
    { ...SECONDS, max: 31_536_000 },
  ],
} satisfies { [K in keyof ServeEngramOptions]?: OptionRow };

const HELP = `
From the environment, where secrets belong:
  ERRATA_ENGRAM_TOKEN           with --http: one token that everybody shares
  ERRATA_ENGRAM_ADMIN_KEY       the key that changes governance
  ERRATA_ENGRAM_OPENMEMORY_KEY  the key of OpenMemory
  ERRATA_ENGRAM_LOGBOOK         as --logbook; its URL may have a password
  ERRATA_ENGRAM_OPENMEMORY      as --openmemory

Examples:
  errata serve engram
  errata serve engram --user alice --lang zh
  errata serve engram --http --port 3000 --trust-everybody --user alice
  errata serve engram --http --port 3000 --tokens /etc/engram/tokens \\
    --logbook postgres://db.example.org/engram \\
    --openmemory https://memory.example.org

Exit codes: 1 it could not start, 2 it was called wrongly; it says why.

docs/systems/engram.md tells how to connect a host, and what is kept where.`;

export const ENGRAM: SystemCommand<EngramFlags> = {
  name: 'engram',
  summary: 'a memory gateway for agents',
  description:
    'Serve a memory gateway: what agents are to remember goes through policy and audit to OpenMemory, and waits in an outbox while that is down. On stdio for a host that starts it, or over HTTP for many.',
  options: [STDIO, HTTP, ...Object.values(ENGRAM_LISTEN), ...Object.values(ENGRAM_OPTIONS)],
  help: HELP,
  async run(flags, terminal) {
    const { env } = process;
    const way = chooseTransport(flags, ['stdio', 'http'], ENGRAM_LISTEN);
    if (way === 'http') assertAccess(flags, env['ERRATA_ENGRAM_TOKEN'] ?? '');
    const { serveHttp, serveStdio } = await load('engram');
    const options = {
      ...optionsOf<ServeEngramOptions>(flags, ENGRAM_OPTIONS),
      ...(await journalOption(flags)),
      env,
    };
    const http = optionsOf<Parameters<typeof serveHttp>[0]['http']>(flags, ENGRAM_LISTEN);
    const served =
      way === 'http'
        ? { http: () => serveHttp({ ...options, http }) }
        : { stdio: () => serveStdio(options) };
    return serveSystem('engram', served, terminal);
  },
};

/** Tokens or trust: one of the two has to be chosen, and a file of tokens is no use where everybody is trusted. */
function assertAccess({ tokens, trustEverybody, user }: EngramFlags, shared: string): void {
  // With tokens, the token says who is asking.
  if (user !== undefined && trustEverybody !== true) {
    throw new UsageError('--user goes with --stdio');
  }
  if (tokens !== undefined && trustEverybody === true) {
    throw new UsageError('--tokens and --trust-everybody contradict each other: choose one');
  }
  if (tokens !== undefined || trustEverybody === true || shared !== '') return;
  throw new UsageError(
    '--http needs --tokens <file>, or one token for everybody in $ERRATA_ENGRAM_TOKEN',
    'On loopback only: --trust-everybody lets everybody in without a token.',
  );
}
