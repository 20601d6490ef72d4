import { userInfo } from 'node:os';
import { join } from 'node:path';
import { stateFolder } from '@errata/system/service';
import { GUEST_NAME, NAME, UNKNOWN_ACTOR_POLICIES } from '../policy/index.js';
import { MODULES, type EngramOptions } from './options.js';
import type { Settings } from './settings.js';

/** Where OpenMemory is: somebody else's, or one that the gateway brings along. */
export type OpenMemoryPlace =
  | { readonly kind: 'remote'; readonly url: string; readonly apiKey: string | undefined }
  | { readonly kind: 'embedded'; readonly database: string };

export interface Resolved {
  readonly settings: Settings;
  readonly logbook: string;
  readonly evidenceFolder: string;
  readonly openMemory: OpenMemoryPlace;
  /** Who is asking on stdio. */
  readonly user: string;
  readonly members: readonly string[];
  readonly admins: readonly string[];
  /** A token that everybody shares over HTTP. */
  readonly sharedToken: string | undefined;
  readonly requeueDead: boolean;
}

/** A day for one call is already nonsense. */
const LONGEST = 86_400_000;

/** Options first, then the environment, then defaults. Mistakes are told here and not at the first call. */
export function resolveOptions(options: EngramOptions): Resolved {
  const env = options.env ?? process.env;
  const folder = stateFolder('engram', env);
  const { openMemoryTimeout = 30_000, unknownActor = 'degrade', lang = 'en' } = options;
  const { without = [], members = [], admins = [], requeueDead = false } = options;
  if (!(openMemoryTimeout > 0 && openMemoryTimeout <= LONGEST)) {
    throw new TypeError(
      `openMemoryTimeout has to be a number of milliseconds above 0 and up to ${LONGEST}, not ${openMemoryTimeout}`,
    );
  }
  oneOf('unknownActor', UNKNOWN_ACTOR_POLICIES, [unknownActor]);
  oneOf('lang', ['en', 'zh'], [lang]);
  oneOf('without', MODULES, without);
  const user = options.user ?? systemUser();
  for (const name of [user, ...members, ...admins]) assertName(name);
  const url = options.openMemory ?? secret(env, 'ERRATA_ENGRAM_OPENMEMORY');
  const database = join(folder, 'openmemory.db');
  return {
    settings: {
      ...{ lang, unknownActor, openMemoryTimeout },
      destination: url === undefined ? `file:${database}` : destinationOf(url),
      without: new Set(without),
      adminKey: asKey(secret(env, 'ERRATA_ENGRAM_ADMIN_KEY')),
    },
    logbook:
      options.logbook ??
      secret(env, 'ERRATA_ENGRAM_LOGBOOK') ??
      `sqlite:${join(folder, 'logbook.db')}`,
    evidenceFolder: options.evidenceFolder ?? join(folder, 'evidence'),
    openMemory:
      url === undefined
        ? { kind: 'embedded', database }
        : {
            kind: 'remote',
            url: httpUrl(url),
            apiKey: secret(env, 'ERRATA_ENGRAM_OPENMEMORY_KEY'),
          },
    ...{ user, members, admins, requeueDead },
    sharedToken: secret(env, 'ERRATA_ENGRAM_TOKEN'),
  };
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

function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return text;
  throw new TypeError('openMemory has to be an http or https URL');
}

function oneOf(what: string, known: readonly string[], given: readonly string[]): void {
  const strange = given.find((each) => !known.includes(each));
  if (strange === undefined) return;
  throw new TypeError(`${what} is one of ${known.join(', ')}, not ${strange}`);
}

function assertName(name: string): void {
  if (NAME.test(name) && name !== GUEST_NAME) return;
  throw new TypeError(`${JSON.stringify(name)} cannot be the name of a user`);
}

/** Who runs this process. The name may be one that users here cannot have, and there may be none. */
function systemUser(): string {
  try {
    const { username } = userInfo();
    return NAME.test(username) && username !== GUEST_NAME ? username : 'owner';
  } catch {
    return 'owner';
  }
}
