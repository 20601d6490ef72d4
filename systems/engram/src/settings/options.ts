import type { EngramLang } from '@errata/catalogs/engram';
import type { UnknownActorPolicy } from '../policy/index.js';

/** The parts of the gateway that can be left out. Their tools stay listed, and say so when they are called. */
export const MODULES = ['memory', 'report', 'governance', 'evidence'] as const;

export type Module = (typeof MODULES)[number];

/** What a gateway can be told; everything has a default. Secrets come from the environment only. */
export interface EngramOptions {
  /** The logbook: `sqlite:/path`, a path, or `postgres://…`. Unless told, a file in the state folder of the user. */
  readonly logbook?: string;
  /** Where the bytes of evidence are kept; beside the logbook in the state folder unless told. */
  readonly evidenceFolder?: string;
  /** The URL of OpenMemory. Unless told, the gateway brings one of its own. Its key is `$ERRATA_ENGRAM_OPENMEMORY_KEY`. */
  readonly openMemory?: string;
  /** Milliseconds for one call to OpenMemory with all its attempts; 30,000 unless told. */
  readonly openMemoryTimeout?: number;
  /** The user of calls that name no actor. On stdio the default is the system's user; over HTTP it needs `--trust-everybody`. */
  readonly user?: string;
  /** Users to register, beside those who have a token. */
  readonly members?: readonly string[];
  /** Users to register who may change governance without the admin key. The key is `$ERRATA_ENGRAM_ADMIN_KEY`. */
  readonly admins?: readonly string[];
  /** What to do about actors that are not registered; degrade unless told. */
  readonly unknownActor?: UnknownActorPolicy;
  /** Parts that are switched off. */
  readonly without?: readonly Module[];
  /** The language of messages; reasons and codes are the same in both. English unless told. */
  readonly lang?: EngramLang;
  /** Give what was given up in the outbox another five tries. */
  readonly requeueDead?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
}
