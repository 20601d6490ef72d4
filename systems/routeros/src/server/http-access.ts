import type { Fault } from '@errata/core';
import type { HttpEdgeOptions, HttpHead, ListenOptions } from '@errata/edges/http';
import {
  bearerChallenge,
  bearerToken,
  httpUrl,
  listenOptions,
  requireTrust,
  serveJson,
  type ServiceHttpOptions,
} from '@errata/edges/service';
import { createAuthorizer } from '../access/create-authorizer.js';
import { scopeOf, SCOPES, SINGLE_USER, type User } from '../access/user.js';

/** The challenges of RFC 6750 §3, with the way to the metadata of RFC 9728 §5.1. `scope` is what a client should ask for at least. */
export function createChallenge({
  metadataUrl,
  scope,
}: {
  readonly metadataUrl: string;
  readonly scope?: string;
}) {
  /** The `WWW-Authenticate` of a refusal. */
  return (fault: Fault, head: Pick<HttpHead, 'header'>): string | undefined => {
    switch (fault.condition) {
      case 'unauthorized':
        return bearerChallenge({
          resource_metadata: metadataUrl,
          scope,
          // RFC 6750 §3.1: no error for a request without a token.
          ...(bearerToken(head.header('authorization')) !== undefined && {
            error: 'invalid_token',
            error_description: fault.details,
          }),
        });
      case 'forbidden':
        return bearerChallenge({
          error: 'insufficient_scope',
          scope: scope ?? scopeOf('read_only'),
          resource_metadata: metadataUrl,
        });
      default:
        return undefined;
    }
  };
}

/** What a client has to know to get a token for this service (RFC 9728 §2). The URL of the service is also the audience of its tokens. */
export const createResourceMetadata = (given: {
  readonly resource: string;
  readonly issuer: string;
}) => ({
  resource: given.resource,
  authorization_servers: [given.issuer],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'RouterOS fleet',
});

/** Where the metadata of the resource with this path is served: the path comes last (RFC 9728 §3.1). */
export function metadataPathOf(resourcePath: string): string {
  return `/.well-known/oauth-protected-resource${resourcePath === '/' ? '' : resourcePath}`;
}

/** The same as a URL, for the URL of a resource. */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}${metadataPathOf(pathname)}${search}`;
}

export interface HttpAccessOptions extends ServiceHttpOptions {
  /** Who signs the tokens, which are for the `url` of the service. Without one, `trustEverybody` is needed: every caller is an administrator. */
  readonly issuer?: string;
}

interface HttpAccess {
  /** The user of requests without a token, where that is allowed. */
  readonly anonymous: User | undefined;
  readonly http: ListenOptions & Partial<HttpEdgeOptions>;
}

/** Every caller is an administrator, but cannot approve their own plans: see the safety rules. */
const ANYBODY: User = { ...SINGLE_USER, id: 'anybody', single: false };

/** The operator chooses tokens or trust. */
export function httpAccess(options: HttpAccessOptions): HttpAccess {
  const { issuer } = options;
  const listen = listenOptions(options);
  if (issuer === undefined) {
    requireTrust(options, 'service needs the issuer of the tokens that its users show');
    return { anonymous: ANYBODY, http: listen };
  }
  const resource = options.url ?? urlOf(listen);
  const metadata = createResourceMetadata({ resource, issuer });
  const { authorize } = createAuthorizer({ issuer, audience: resource });
  return {
    anonymous: undefined,
    http: {
      ...listen,
      authorize,
      ownerOf: (auth) => (auth as User).id,
      challenge: createChallenge({ metadataUrl: metadataUrlOf(resource) }),
      routes: {
        [metadataPathOf(listen.path)]: serveJson(metadata),
        [metadataPathOf('/')]: serveJson(metadata),
      },
    },
  };
}

function urlOf({ host, port, path }: ReturnType<typeof listenOptions>): string {
  if (port === 0) throw new TypeError('with a free port the service cannot know its URL: name it');
  return httpUrl(host, port, path);
}
