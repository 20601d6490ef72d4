import type { ServeEngramOptions, ServeEngramHttpOptions } from './options.js';

const seconds = { above: 0, unit: 'seconds' };
/** A day for one call is already nonsense. */
const longest = 86_400;

/** `errata serve engram` as data. Nothing else is loaded to parse its flags and show its help. */
export const SERVE = {
  description:
    'Serve a memory gateway: it checks and records what agents store in OpenMemory, and keeps it in an outbox while OpenMemory is down. On stdio for one host, or over HTTP for many.',
  transports: ['stdio', 'http'],
  listenAs: 'http',
  listen: {
    url: { flag: '--url <url>', help: 'with --http behind a proxy: the URL that clients use' },
    tokens: {
      flag: '--tokens <file>',
      help: 'with --http: a file of users and their bearer tokens, or the word logbook for the users of errata engram users',
    },
    trustEverybody: {
      flag: '--trust-everybody',
      help: 'with --http on loopback: no tokens, every caller is let in',
    },
  } satisfies { [K in keyof ServeEngramHttpOptions['http']]?: object },
  options: {
    logbook: {
      ...{ flag: '--logbook <url>', help: 'a file for SQLite, or postgres://…' },
      env: 'ERRATA_ENGRAM_LOGBOOK',
    },
    evidenceFolder: { flag: '--evidence <folder>', help: 'where the bytes of evidence are kept' },
    openMemory: {
      ...{ flag: '--openmemory <url>', help: 'the URL of OpenMemory; default: a built-in one' },
      env: 'ERRATA_ENGRAM_OPENMEMORY',
    },
    openMemoryApi: {
      ...{ flag: '--openmemory-api <api>', help: 'which OpenMemory it is; default: detected' },
      values: ['openmemory-js', 'openmemory-py', 'embedded'],
    },
    openMemoryKeys: {
      flag: '--openmemory-keys <file>',
      help: 'a file with one OpenMemory key per space',
    },
    openMemoryTimeout: {
      ...{ flag: '--openmemory-timeout <s>', number: seconds, longest, default: 30 },
      help: 'limit of one call to OpenMemory, retries included',
    },
    memories: {
      ...{
        flag: '--memories <url>',
        help: 'the built-in memory: a file for SQLite, or postgres://…',
      },
      env: 'ERRATA_ENGRAM_MEMORIES',
    },
    embeddings: {
      flag: '--embeddings <url>',
      help: 'an OpenAI-compatible server for the vectors of the built-in memory',
    },
    embeddingsModel: { flag: '--embeddings-model <name>', help: 'the embedding model' },
    embeddingsTimeout: {
      ...{ flag: '--embeddings-timeout <s>', number: seconds, longest, default: 5 },
      help: 'limit of one embedding; after it, search uses words alone',
    },
    user: {
      flag: '--user <name>',
      help: 'the user of calls that name no actor, on stdio and with --trust-everybody; default on stdio: the system user',
    },
    members: { flag: '--member <name...>', help: 'more users to register' },
    admins: {
      flag: '--admin <name...>',
      help: 'administrators to register; they need no admin key',
    },
    unknownActor: {
      ...{ flag: '--unknown-actor <policy>', help: 'unregistered actors' },
      ...{ values: ['reject', 'degrade', 'auto_create'], default: 'degrade' },
    },
    without: {
      ...{ flag: '--without <module...>', help: 'switch off' },
      values: ['memory', 'report', 'governance', 'evidence'],
    },
    lang: {
      flag: '--lang <lang>',
      help: 'the language of messages',
      values: ['en', 'zh'],
      default: 'en',
    },
    toolFailures: { flag: '--tool-failures <form>' },
    keepTrying: {
      ...{ flag: '--keep-trying <s>', help: 'how long the outbox tries to send a memory' },
      ...{ number: { ...seconds, max: 31_536_000 }, default: 604_800 },
    },
  } satisfies { [K in keyof ServeEngramOptions]?: object },
  secrets: {
    ERRATA_ENGRAM_TOKEN: 'with --http: one token that all users share',
    ERRATA_ENGRAM_ADMIN_KEY: 'the key that changes governance',
    ERRATA_ENGRAM_OPENMEMORY_KEY: 'the key of OpenMemory',
    ERRATA_ENGRAM_EMBEDDINGS_KEY: 'the key of the server for embeddings',
  },
  examples: `
  errata serve engram
  errata serve engram --user alice --lang zh
  errata serve engram --http --port 3000 --trust-everybody --user alice
  errata serve engram --http --port 3000 --tokens /etc/engram/tokens \\
    --logbook postgres://db.example.org/engram \\
    --openmemory https://memory.example.org`,
  problem(
    { tokens, trustEverybody, user }: Readonly<Record<string, unknown>>,
    transport: string,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    if (transport === 'stdio') return undefined;
    // With tokens, the token says who is asking.
    if (user !== undefined && trustEverybody !== true) return '--user goes with --stdio';
    if (tokens !== undefined && trustEverybody === true) {
      return '--tokens and --trust-everybody contradict each other: choose one';
    }
    const shared = env['ERRATA_ENGRAM_TOKEN'] ?? '';
    if (tokens !== undefined || trustEverybody === true || shared !== '') return undefined;
    return '--http needs --tokens <file>, or one token for all users in $ERRATA_ENGRAM_TOKEN\nOn loopback only: --trust-everybody lets every caller in without a token.';
  },
} as const;
