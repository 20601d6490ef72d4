import type { systemToolFailures } from '@errata/catalogs/hosts';
import type { OnFault } from '@errata/core';
import type { StdioRole } from '../access/user.js';
import type { Environment } from '../registry/device.js';
import type { HttpAccessOptions } from '../server/http-access.js';

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
  readonly toolNames?: 'literal' | 'portable' | 'by-host';
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface ServeRouterosOptions extends RouterosOptions {
  readonly onFault?: OnFault;
  /** The role of the one user on stdio. Default: admin, who may approve plans of their own. */
  readonly role?: StdioRole;
  /**
   * Where the failure of a tool goes up to 2025-11-25: the document's JSON-RPC error (`rpc`), a result with text (`tool`), or a result
   * for known hosts and an error for other clients (`by-host`, the default). `contract` and `result` are the old names.
   */
  readonly toolFailures?: Parameters<typeof systemToolFailures>[0];
}

export interface ServeRouterosHttpOptions extends ServeRouterosOptions {
  readonly http: HttpAccessOptions;
}
