import type { EngramLang } from '@errata/catalogs/engram';
import type { systemToolFailures } from '@errata/catalogs/hosts';
import type { OnFault } from '@errata/core';
import type { DialectName } from '../openmemory/index.js';
import type { UnknownActorPolicy } from '../policy/actor.js';
import type { EngramHttpOptions } from '../server/http-access.js';

/** The parts of the gateway that can be left out. Their tools stay listed, and say so when they are called. */
export const MODULES = ['memory', 'report', 'governance', 'evidence'] as const;

export type Module = (typeof MODULES)[number];

/** What a gateway can be told; everything has a default. Secrets come from the environment only. */
export interface EngramOptions {
  /** The logbook: `sqlite:/path`, a path, or `postgres://…`. Default: a file in the state folder of the user. */
  readonly logbook?: string;
  /** Where the bytes of evidence are kept. Default: beside the logbook in the state folder. */
  readonly evidenceFolder?: string;
  /** The URL of OpenMemory. Default: the gateway brings one of its own. Its key is `$ERRATA_ENGRAM_OPENMEMORY_KEY`. */
  readonly openMemory?: string;
  /** What is at that URL. Default: found out at the start. */
  readonly openMemoryApi?: DialectName;
  /** A file with a key of OpenMemory per space: lines of `<space> <key>`. Other spaces have `$ERRATA_ENGRAM_OPENMEMORY_KEY`. */
  readonly openMemoryKeys?: string;
  /** Milliseconds for one call to OpenMemory with all its attempts. Default: 30,000. */
  readonly openMemoryTimeout?: number;
  /** Where the gateway's own memory is: `postgres://…` or a file. Default: a file in the state folder of the user. */
  readonly memories?: string;
  /** An OpenAI-compatible server for the vectors of the gateway's own memory. Its key is `$ERRATA_ENGRAM_EMBEDDINGS_KEY`. */
  readonly embeddings?: string;
  /** The model to ask that server for. */
  readonly embeddingsModel?: string;
  /** Milliseconds for the vector of a query; after that, search goes by words. Default: 5,000. */
  readonly embeddingsTimeout?: number;
  /** The user of calls that name no actor. On stdio the default is the system's user; over HTTP it needs `--trust-everybody`. */
  readonly user?: string;
  /** Users to register, beside those who have a token. */
  readonly members?: readonly string[];
  /** Users to register who may change governance without the admin key. The key is `$ERRATA_ENGRAM_ADMIN_KEY`. */
  readonly admins?: readonly string[];
  /** What to do about actors that are not registered. Default: degrade. */
  readonly unknownActor?: UnknownActorPolicy;
  /** Parts that are switched off. */
  readonly without?: readonly Module[];
  /** The language of messages; reasons and codes are the same in both. Default: English. */
  readonly lang?: EngramLang;
  /** Milliseconds that the outbox keeps trying to send a memory. Default: a week. */
  readonly keepTrying?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface ServeEngramOptions extends EngramOptions {
  readonly onFault?: OnFault;
  /**
   * Where the failure of a tool goes up to 2025-11-25: the document's JSON-RPC error (`rpc`), a result with text (`tool`), or a result
   * for known hosts and an error for other clients (`by-host`, the default). `contract` and `result` are the old names.
   */
  readonly toolFailures?: Parameters<typeof systemToolFailures>[0];
}

export interface ServeEngramHttpOptions extends ServeEngramOptions {
  readonly http: EngramHttpOptions;
}
