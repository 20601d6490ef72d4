import type { Fault } from '@errata/core';
import type { HttpHead } from '@errata/edges/http';
import { bearerToken } from '@errata/edges/service';
import { scopeOf, SCOPES } from './user.js';

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
