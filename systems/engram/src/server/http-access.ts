import type { HttpEdgeOptions, ListenOptions } from '@errata/edges/http';
import { hostsOf, isLoopback } from '@errata/edges/service';
import { readSecrets } from '../access/read-secrets.js';
import {
  challenge,
  createAuthorizer,
  joinTokens,
  NOBODY,
  parseTokens,
  sharedToken,
  type Identity,
} from '../access/token-list.js';

export interface EngramHttpOptions extends Pick<
  HttpEdgeOptions,
  'allowedHosts' | 'allowedOrigins'
> {
  readonly port?: number;
  readonly host?: string;
  /** The URL under which clients reach the gateway, where that is not where it listens: behind a proxy. */
  readonly url?: string;
  /** A file of users and their tokens; see `parseTokens`. */
  readonly tokens?: string;
  /** No tokens: whoever reaches the port says who they are. Loopback only. */
  readonly trustEverybody?: boolean;
}

interface HttpAccess {
  /** Those who have a token of their own. */
  readonly users: readonly string[];
  /** What has to be kept out of logs. */
  readonly secrets: readonly string[];
  /** Who is asking where no token says it. */
  readonly anonymous: Identity;
  readonly http: ListenOptions & Partial<HttpEdgeOptions>;
}

/** The operator chooses tokens or trust. With trust, a call without an actor counts as `user`, if that option is set. */
export function httpAccess(
  options: EngramHttpOptions,
  shared: string | undefined,
  user?: string,
): HttpAccess {
  const { port = 0, host = '127.0.0.1', tokens, trustEverybody = false } = options;
  const { url, allowedOrigins } = options;
  const { allowedHosts = url === undefined ? undefined : hostsOf(asUrl(url)) } = options;
  const common = {
    ...{ port, host, path: '/mcp', refHeader: 'X-Correlation-ID' },
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
  };
  if (tokens === undefined && shared === undefined) {
    if (!trustEverybody) {
      throw new TypeError(
        'over HTTP the gateway needs the tokens of its users, or has to be told to trust everybody',
      );
    }
    if (!isLoopback(host)) {
      throw new TypeError(`everybody is trusted on loopback only, not on ${host}`);
    }
    return {
      users: user === undefined ? [] : [user],
      secrets: [],
      anonymous: { user, speaksForOthers: true },
      http: common,
    };
  }
  if (trustEverybody) {
    throw new TypeError('everybody is trusted, or there are tokens: choose one');
  }
  const list = joinTokens([
    ...(tokens === undefined ? [] : [parseTokens(readSecrets(tokens, 'tokens'))]),
    ...(shared === undefined ? [] : [sharedToken(shared, '$ERRATA_ENGRAM_TOKEN')]),
  ]);
  return {
    users: list.users,
    secrets: list.tokens,
    anonymous: NOBODY,
    http: {
      ...common,
      authorize: createAuthorizer(list),
      ownerOf: (auth) => (auth as Identity).user ?? '*',
      challenge,
    },
  };
}

function asUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new TypeError('url has to be the http or https URL under which clients reach the gateway');
}
