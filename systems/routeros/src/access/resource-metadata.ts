import { SCOPES } from './scopes.js';

/** What a client has to know to get a token for this service (RFC 9728 §2). */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name: string;
}

export interface ResourceMetadataOptions {
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
