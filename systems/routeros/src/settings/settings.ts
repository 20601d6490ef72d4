import type { Environment } from '../registry/device.js';

/** How a service works, after options, environment and defaults were put together. */
export interface Settings {
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

export const DEFAULT_SETTINGS: Settings = {
  environment: 'lab',
  requestTimeout: 5_000,
  planLife: 15 * 60_000,
  maxResultChars: 1024 * 1024,
  toolNames: 'by-host',
};
