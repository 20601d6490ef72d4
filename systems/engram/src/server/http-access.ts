import type { HttpEdgeOptions, ListenOptions } from '@errata/edges/http';
import { listenOptions, requireTrust, type ServiceHttpOptions } from '@errata/edges/service';
import { readSecrets } from '../access/read-secrets.js';
import {
  challenge,
  createAuthorizer,
  joinTokens,
  NOBODY,
  parseTokens,
  sharedToken,
  type FindUser,
  type CallerIdentity,
} from '../access/token-list.js';
import { EVERYBODY } from '../policy/actor.js';

export interface EngramHttpOptions extends ServiceHttpOptions {
  /** A file of users and their tokens (see `parseTokens`), or `logbook`: only the tokens that the logbook has. */
  readonly tokens?: string;
}

interface HttpAccess {
  /** Those who have a token of their own. */
  readonly users: readonly string[];
  /** What has to be kept out of logs. */
  readonly secrets: readonly string[];
  /** Who is asking where no token says it. */
  readonly anonymous: CallerIdentity;
  readonly http: ListenOptions & Partial<HttpEdgeOptions>;
}

/** The operator chooses tokens or trust. With trust, a call without an actor counts as `user`, if that option is set. */
export function httpAccess(
  options: EngramHttpOptions,
  shared: string | undefined,
  findUser: FindUser,
  user?: string,
): HttpAccess {
  const { tokens, trustEverybody = false } = options;
  const common = { ...listenOptions(options), refHeader: 'X-Correlation-ID' };
  if (tokens === undefined && shared === undefined) {
    requireTrust(options, 'gateway needs the tokens of its users');
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
    ...(tokens === undefined || tokens === IN_LOGBOOK
      ? []
      : [parseTokens(readSecrets(tokens, 'tokens'))]),
    ...(shared === undefined ? [] : [sharedToken(shared, '$ERRATA_ENGRAM_TOKEN')]),
  ]);
  return {
    users: list.users,
    secrets: list.tokens,
    anonymous: NOBODY,
    http: {
      ...common,
      authorize: createAuthorizer(list, findUser),
      ownerOf: (auth) => (auth as CallerIdentity).user ?? EVERYBODY,
      challenge,
    },
  };
}

/** In place of a file: tokens are made with `errata engram users rotate`. */
const IN_LOGBOOK = 'logbook';
