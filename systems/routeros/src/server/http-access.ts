import type { Fault } from '@errata/core';
import type { HttpEdgeOptions, HttpHead, ListenOptions } from '@errata/edges/http';
import { bearerToken, hostsOf, httpUrl, isLoopback, serveJson } from '@errata/edges/service';
import { createAuthorizer } from '../access/create-authorizer.js';
import { scopeOf, SCOPES, SINGLE_USER, type User } from '../access/user.js';

interface ChallengeOptions {
  /** Where the metadata of this resource is. */
  readonly metadataUrl: string;
  /** What a client should ask for at least. */
  readonly scope?: string;
}

/** The `WWW-Authenticate` of a refusal. */
type Challenge = (fault: Fault, head: Pick<HttpHead, 'header'>) => string | undefined;

/** The challenges of RFC 6750 §3, with the way to the metadata of RFC 9728 §5.1. */
export function createChallenge({ metadataUrl, scope }: ChallengeOptions): Challenge {
  return (fault, head) => {
    switch (fault.condition) {
      case 'unauthorized':
        return bearer({
          resource_metadata: metadataUrl,
          scope,
          // RFC 6750 §3.1: whoever sent no token is not told of an error.
          ...(bearerToken(head.header('authorization')) !== undefined && {
            error: 'invalid_token',
            error_description: fault.details,
          }),
        });
      case 'forbidden':
        return bearer({
          error: 'insufficient_scope',
          scope: scope ?? scopeOf('read_only'),
          resource_metadata: metadataUrl,
        });
      default:
        return undefined;
    }
  };
}

function bearer(parameters: Readonly<Record<string, string | undefined>>): string {
  const told = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${quotable(value)}"`],
  );
  return `Bearer ${told.join(', ')}`;
}

/** RFC 6750 §3: printable ASCII without quotation mark and backslash. */
const quotable = (value: string): string =>
  value.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, ' ');

/** What a client has to know to get a token for this service (RFC 9728 §2). */
interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name: string;
}

interface ResourceMetadataOptions {
  /** The URL of the service, which is also the audience of its tokens. */
  readonly resource: string;
  readonly issuer: string;
  readonly name?: string;
}

export function createResourceMetadata(options: ResourceMetadataOptions): ResourceMetadata {
  const { resource, issuer, name = 'RouterOS fleet' } = options;
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: name,
  };
}

/** Where the metadata of the resource with this path is served: the path comes last (RFC 9728 §3.1). */
export function metadataPathOf(resourcePath: string): string {
  return `/.well-known/oauth-protected-resource${resourcePath === '/' ? '' : resourcePath}`;
}

/** The same as a URL, for the URL of a resource. */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}${metadataPathOf(pathname)}${search}`;
}

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

interface HttpAccess {
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
