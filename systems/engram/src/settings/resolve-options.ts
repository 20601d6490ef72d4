import { userInfo } from 'node:os';
import { join } from 'node:path';
import { readSettings, stateFolder } from '@errata/edges/service';
import { readSecrets } from '../access/read-secrets.js';
import type { DialectName, EmbeddingsOptions } from '../openmemory/index.js';
import { isUserName, parseSpace } from '../policy/actor.js';
import { SERVE } from './index.js';
import type { EngramOptions, Module } from './options.js';

/** Where OpenMemory is: somebody else's, or one that the gateway brings along. */
export type OpenMemoryPlace =
  | {
      readonly kind: 'remote';
      readonly url: string;
      readonly api: DialectName | undefined;
      readonly apiKey: string | undefined;
      readonly keys: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: 'embedded';
      readonly database: string;
      readonly embeddings?: EmbeddingsOptions;
    };

/** How a gateway works, after options, environment and defaults were put together. */
export type Resolved = ReturnType<typeof resolveOptions>;

export type Settings = Resolved['settings'];

/** Options first, then the environment, then defaults. Mistakes are reported here and not at the first call. */
export function resolveOptions(options: EngramOptions) {
  const env = options.env ?? process.env;
  const folder = stateFolder('engram', env);
  const read = readSettings(SERVE.options, options, env);
  const { lang, unknownActor, openMemoryTimeout, keepTrying } = read;
  const { openMemory: url, openMemoryApi: api, openMemoryKeys, memories } = read;
  const { user = systemUser(), members = [], admins = [] } = options;
  for (const name of [user, ...members, ...admins]) assertName(name);
  const apiKey = secret(env, 'ERRATA_ENGRAM_OPENMEMORY_KEY');
  const database = memories ?? join(folder, 'openmemory.db');
  const embeddings = resolveEmbeddings(options, read.embeddingsTimeout, env);
  const openMemory: OpenMemoryPlace =
    url === undefined
      ? { kind: 'embedded', database, ...(embeddings && { embeddings }) }
      : { kind: 'remote', url: httpUrl(url), api, apiKey, keys: readKeys(openMemoryKeys) };
  if (url === undefined && (api ?? openMemoryKeys) !== undefined) {
    throw new TypeError('openMemoryApi and openMemoryKeys go with the URL of an OpenMemory');
  }
  if (url !== undefined && (memories ?? embeddings) !== undefined) {
    throw new TypeError('memories and embeddings go without the URL of an OpenMemory');
  }
  const { logbook = `sqlite:${join(folder, 'logbook.db')}` } = read;
  if (url === undefined && databaseName(logbook) === databaseName(database)) {
    throw new TypeError('memories and logbook must be different databases');
  }
  return {
    settings: {
      ...{ lang, unknownActor, openMemoryTimeout, keepTrying },
      /** Which OpenMemory this gateway has, by a name that other gateways with the same have for it too. */
      destination: url === undefined ? databaseName(database) : destinationOf(url),
      without: new Set(options.without) as ReadonlySet<Module>,
      /** Without one, no admin key is right. */
      adminKey: asKey(secret(env, 'ERRATA_ENGRAM_ADMIN_KEY')),
    },
    logbook,
    evidenceFolder: options.evidenceFolder ?? join(folder, 'evidence'),
    // The user is who is asking on stdio; the token is shared by everybody over HTTP.
    ...{ openMemory, user, members, admins },
    sharedToken: secret(env, 'ERRATA_ENGRAM_TOKEN'),
  };
}

/** A database without what is secret about it. */
function databaseName(text: string): string {
  if (!/^postgres(ql)?:/.test(text)) return `file:${text.replace(/^sqlite:/, '')}`;
  if (!URL.canParse(text)) return text; // opening it says what is wrong
  const { host, pathname } = new URL(text);
  return `postgres://${host}${pathname}`;
}

/** Undefined where memories have no vectors. */
function resolveEmbeddings(
  { embeddings, embeddingsModel, embeddingsTimeout }: EngramOptions,
  timeout: number,
  env: NonNullable<EngramOptions['env']>,
): EmbeddingsOptions | undefined {
  if (embeddings === undefined) {
    if ((embeddingsModel ?? embeddingsTimeout) === undefined) return undefined;
    throw new TypeError('embeddingsModel and embeddingsTimeout go with the URL for embeddings');
  }
  if (embeddingsModel === undefined) throw new TypeError('embeddings needs embeddingsModel');
  const apiKey = secret(env, 'ERRATA_ENGRAM_EMBEDDINGS_KEY');
  return {
    ...{ url: httpUrl(embeddings, 'embeddings'), model: embeddingsModel, timeout },
    ...(apiKey !== undefined && { apiKey }),
  };
}

/** Mistakes are reported by line number, without the text of the line. */
function readKeys(path: string | undefined): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  if (path === undefined) return keys;
  for (const [index, line] of readSecrets(path, 'keys').split('\n').entries()) {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const [space = '', key = '', ...more] = written.split(/\s+/);
    if (key === '' || more.length > 0 || parseSpace(space) === undefined || keys.has(space)) {
      throw new TypeError(`line ${index + 1} of the keys: it has to be a space, once, and its key`);
    }
    keys.set(space, key);
  }
  return keys;
}

/** What opens everything must not be guessed. */
function asKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length >= 16) return key;
  throw new TypeError('$ERRATA_ENGRAM_ADMIN_KEY has to have at least 16 characters');
}

function secret(env: NonNullable<EngramOptions['env']>, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}

/** Without credentials, which change while the service stays the same. */
function destinationOf(text: string): string {
  const { protocol, host, pathname } = new URL(httpUrl(text));
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

function httpUrl(text: string, name = 'openMemory'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return text;
  throw new TypeError(`${name} has to be an http or https URL`);
}

function assertName(name: string): void {
  if (isUserName(name)) return;
  throw new TypeError(`${JSON.stringify(name)} cannot be the name of a user`);
}

/** Who runs this process. The name may be one that users here cannot have, and there may be none. */
function systemUser(): string {
  try {
    const { username } = userInfo();
    return isUserName(username) ? username : 'owner';
  } catch {
    return 'owner';
  }
}
