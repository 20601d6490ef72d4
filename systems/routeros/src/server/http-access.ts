import type { HttpEdgeOptions, ListenOptions } from '@errata/edges/http';
import { hostsOf, httpUrl, isLoopback, serveJson } from '@errata/edges/service';
import {
  createChallenge,
  createResourceMetadata,
  metadataPathOf,
  metadataUrlOf,
} from '../access/challenge.js';
import { createAuthorizer } from '../access/create-authorizer.js';
import { SINGLE_USER, type User } from '../access/user.js';

export interface HttpAccessOptions extends Pick<
  HttpEdgeOptions,
  'allowedHosts' | 'allowedOrigins'
> {
  readonly port?: number;
  readonly host?: string;
  /** Who signs the tokens. Without one the service has to be told to trust everybody. */
  readonly issuer?: string;
  /** The URL under which clients reach the service, and the audience of its tokens. */
  readonly url?: string;
  /** Whoever reaches the port is an administrator. Loopback only. */
  readonly trustEverybody?: boolean;
}

export interface HttpAccess {
  /** Who asks without a token, where that is allowed. */
  readonly anonymous: User | undefined;
  readonly http: ListenOptions & Partial<HttpEdgeOptions>;
}

const PATH = '/mcp';

/** Everybody is an administrator, and yet nobody may approve what they planned: see the safety rules. */
const ANYBODY: User = { ...SINGLE_USER, id: 'anybody', single: false };

/** Tokens or trust: one of the two has to be chosen. */
export function httpAccess(options: HttpAccessOptions): HttpAccess {
  const { port = 0, host = '127.0.0.1', issuer, trustEverybody = false } = options;
  const { allowedHosts = hostsOf(options.url), allowedOrigins } = options;
  const common = {
    ...{ port, host, path: PATH },
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
  };
  if (issuer === undefined) {
    assertTrust(trustEverybody, host);
    return { anonymous: ANYBODY, http: common };
  }
  const resource = options.url ?? urlOf(host, port);
  const metadata = createResourceMetadata({ resource, issuer });
  const { authorize } = createAuthorizer({ issuer, audience: resource });
  return {
    anonymous: undefined,
    http: {
      ...common,
      authorize,
      ownerOf: (auth) => (auth as User).id,
      challenge: createChallenge({ metadataUrl: metadataUrlOf(resource) }),
      routes: {
        [metadataPathOf(PATH)]: serveJson(metadata),
        [metadataPathOf('/')]: serveJson(metadata),
      },
    },
  };
}

function assertTrust(trustEverybody: boolean, host: string): void {
  if (!trustEverybody) {
    throw new TypeError(
      'over HTTP the service needs the issuer of the tokens that its users show, or has to be told to trust everybody',
    );
  }
  if (!isLoopback(host)) {
    throw new TypeError(`everybody is trusted on loopback only, not on ${host}`);
  }
}

function urlOf(host: string, port: number): string {
  if (port === 0) throw new TypeError('with a free port the service cannot know its URL: name it');
  return httpUrl(host, port, PATH);
}
