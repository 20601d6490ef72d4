import { join } from 'node:path';
import { readSettings, stateFolder } from '@errata/edges/service';
import type { Environment } from '../registry/device.js';
import { SERVE } from './index.js';
import type { RouterosOptions } from './options.js';

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
