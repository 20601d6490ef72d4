import { join } from 'node:path';
import { readSettings, stateFolder } from '@errata/edges/service';
import type { Environment } from '../registry/device.js';
import { SERVE } from './index.js';

/** How a service works, after options, environment and defaults were put together. */
export interface RouterosSettings {
  /** Devices of other environments are refused. */
  readonly environment: Environment;
  /** Milliseconds for one request to a device, attempts included. */
  readonly requestTimeout: number;
  /** Milliseconds from the creation of a plan until it cannot be applied any more. */
  readonly planLife: number;
  /** Characters of one result; a longer one is not sent. */
  readonly maxResultChars: number;
  readonly toolNames: 'literal' | 'portable' | 'by-host';
}

/** The options of a service; everything has a default. */
export interface RouterosOptions {
  /** `sqlite:/path`, a path, or `postgres://…`. Default: a file in the state folder of the user. */
  readonly database?: string;
  /** Where the key of the credentials is kept, if `$ERRATA_ROUTEROS_KEY` has none. */
  readonly keyFile?: string;
  readonly environment?: Environment;
  /** Milliseconds. */
  readonly requestTimeout?: number;
  /** Milliseconds. */
  readonly planLife?: number;
  readonly toolNames?: RouterosSettings['toolNames'];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Options first, then the environment, then defaults. Throws on mistakes, before the first call. */
export function resolveOptions(options: RouterosOptions) {
  const env = options.env ?? process.env;
  const folder = stateFolder('routeros', env);
  const { database, keyFile, ...settings } = readSettings(SERVE.options, options, env);
  const { environment, requestTimeout, planLife, toolNames } = settings;
  return {
    database: database ?? `sqlite:${join(folder, 'fleet.db')}`,
    keyFile: keyFile ?? join(folder, 'key'),
    settings: { environment, requestTimeout, planLife, toolNames, maxResultChars: 1024 * 1024 },
  };
}

export const DEFAULT_SETTINGS: RouterosSettings = resolveOptions({ env: {} }).settings;
