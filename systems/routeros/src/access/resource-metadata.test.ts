import { describe, expect, it } from 'vitest';
import { createResourceMetadata, metadataPathOf, metadataUrlOf } from '../server/http-access.js';

describe('the metadata of the service', () => {
  it('says who gives tokens for it and how they are sent', () => {
    const resource = 'https://fleet.example/mcp';
    expect(createResourceMetadata({ resource, issuer: 'https://issuer.example' })).toEqual({
      resource,
      authorization_servers: ['https://issuer.example'],
      scopes_supported: [
        'routeros:read_only',
        'routeros:ops_rw',
        'routeros:admin',
        'routeros:approver',
      ],
      bearer_methods_supported: ['header'],
      resource_name: 'RouterOS fleet',
    });
  });

  it.each([
    ['/mcp', '/.well-known/oauth-protected-resource/mcp'],
    ['/', '/.well-known/oauth-protected-resource'],
    ['/a/b', '/.well-known/oauth-protected-resource/a/b'],
  ])('of the path %s is at %s', (path, at) => {
    expect(metadataPathOf(path)).toBe(at);
    expect(metadataUrlOf(`https://fleet.example:8443${path}`)).toBe(
      `https://fleet.example:8443${at}`,
    );
  });
});
