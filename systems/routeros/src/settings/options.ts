import { join } from 'node:path';
import { stateFolder } from '@errata/edges/service';
import { type Environment, ENVIRONMENTS } from '../registry/device.js';

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

export const DEFAULT_SETTINGS: RouterosSettings = {
  environment: 'lab',
  requestTimeout: 5_000,
  planLife: 15 * 60_000,
  maxResultChars: 1024 * 1024,
  toolNames: 'by-host',
};

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

interface Resolved {
  readonly settings: RouterosSettings;
  readonly database: string;
  readonly keyFile: string;
}

/** Options first, then the environment, then defaults. Throws on mistakes, before the first call. */
export function resolveOptions(options: RouterosOptions): Resolved {
  const env = options.env ?? process.env;
  const folder = stateFolder('routeros', env);
  const environment = options.environment ?? env['ERRATA_ROUTEROS_ENVIRONMENT'];
  return {
    database:
      options.database ?? env['ERRATA_ROUTEROS_DATABASE'] ?? `sqlite:${join(folder, 'fleet.db')}`,
    keyFile: options.keyFile ?? env['ERRATA_ROUTEROS_KEY_FILE'] ?? join(folder, 'key'),
    settings: {
      ...DEFAULT_SETTINGS,
      ...(environment !== undefined && { environment: asEnvironment(environment) }),
      ...positive('requestTimeout', options.requestTimeout),
      ...positive('planLife', options.planLife),
      ...(options.toolNames !== undefined && { toolNames: options.toolNames }),
    },
  };
}

function asEnvironment(name: string): Environment {
  const found = ENVIRONMENTS.find((each) => each === name);
  if (found !== undefined) return found;
  throw new TypeError(`the environment is one of ${ENVIRONMENTS.join(', ')}, not ${name}`);
}

/** A day for a request is already nonsense, and a plan that lives for a month is no plan. */
const LONGEST = { requestTimeout: 86_400_000, planLife: 30 * 86_400_000 } as const;

function positive(name: 'requestTimeout' | 'planLife', value: number | undefined) {
  if (value === undefined) return {};
  if (value > 0 && value <= LONGEST[name]) return { [name]: value };
  throw new TypeError(
    `${name} has to be a number of milliseconds above 0 and up to ${LONGEST[name]}, not ${String(value)}`,
  );
}
