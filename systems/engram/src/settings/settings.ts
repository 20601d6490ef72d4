import type { EngramLang } from '@errata/catalogs/engram';
import type { UnknownActorPolicy } from '../policy/index.js';
import type { Module } from './options.js';

/** How a gateway works, after options, environment and defaults were put together. */
export interface Settings {
  readonly lang: EngramLang;
  readonly unknownActor: UnknownActorPolicy;
  /** What is switched off. */
  readonly without: ReadonlySet<Module>;
  /** Which OpenMemory this gateway has, by a name that other gateways with the same have for it too. */
  readonly destination: string;
  /** Milliseconds for one call to OpenMemory. */
  readonly openMemoryTimeout: number;
  /** Without one, no admin key is right. */
  readonly adminKey: string | undefined;
}
