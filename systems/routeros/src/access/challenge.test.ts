import { routeros } from '@errata/catalogs/routeros';
import { describe, expect, it } from 'vitest';
import { bearing, headWith } from '../../lab/testing/fixtures.js';
import { createChallenge } from '../server/http-access.js';

const metadataUrl = 'https://fleet.example/.well-known/oauth-protected-resource/mcp';
const METADATA = `resource_metadata="${metadataUrl}"`;
const challenge = createChallenge({ metadataUrl });
const expired = routeros.UNAUTHORIZED({}, { details: 'The token has expired' });

describe('the challenge', () => {
  it.each([undefined, 'Basic YWRhOmxvdmVsYWNl', 'Bearer'])(
    'shows a caller without a token (%j) where to get one',
    (authorization) => {
      expect(challenge(routeros.UNAUTHORIZED({}), headWith(authorization))).toBe(
        `Bearer ${METADATA}`,
      );
    },
  );

  it('reports what is wrong with a token', () => {
    expect(challenge(expired, bearing('x'))).toBe(
      `Bearer ${METADATA}, error="invalid_token", error_description="The token has expired"`,
    );
  });

  it('reports which scope is missing', () => {
    expect(challenge(routeros.FORBIDDEN({}), bearing('x'))).toBe(
      `Bearer error="insufficient_scope", scope="routeros:read_only", ${METADATA}`,
    );
  });

  it('asks for the scope that it was given', () => {
    const asking = createChallenge({ metadataUrl, scope: 'routeros:ops_rw' });
    expect(asking(expired, headWith())).toBe(`Bearer ${METADATA}, scope="routeros:ops_rw"`);
    expect(asking(routeros.FORBIDDEN({}), bearing('x'))).toContain('scope="routeros:ops_rw"');
  });

  it('has nothing to say of other failures', () => {
    expect(challenge(routeros.NOT_FOUND({ device_id: 'a' }), bearing('x'))).toBeUndefined();
  });

  it('stays one header whatever the details say', () => {
    const odd = routeros.UNAUTHORIZED({}, { details: 'a "quoted\\" text\r\nX-Evil: ü' });
    expect(challenge(odd, bearing('x'))).toContain(
      `error_description="a 'quoted ' text  X-Evil:  "`,
    );
  });
});
