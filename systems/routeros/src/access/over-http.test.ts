import { routerosContract } from '@errata/catalogs/routeros';
import type { FaultRecord } from '@errata/core';
import { createHttpEdge, serveHttp, serveMethods } from '@errata/edges/http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTokenIssuer } from '../../lab/token-issuer.js';
import { createChallenge, metadataUrlOf } from '../server/http-access.js';
import { createAuthorizer } from './create-authorizer.js';

const AUDIENCE = 'https://fleet.example/mcp';
const METADATA =
  'resource_metadata="https://fleet.example/.well-known/oauth-protected-resource/mcp"';

/** A server behind the authorizer, and a client that sends it one ping. */
async function start() {
  const issuer = await startTokenIssuer();
  const records: FaultRecord[] = [];
  const edge = createHttpEdge({
    contract: routerosContract,
    open: serveMethods({
      contract: routerosContract,
      methods: { ping: (_params, { exchange }) => ({ user: exchange?.auth }) },
    }),
    sessions: false,
    authorize: createAuthorizer({ issuer: issuer.issuer, audience: AUDIENCE }).authorize,
    challenge: createChallenge({ metadataUrl: metadataUrlOf(AUDIENCE) }),
    onFault: (record) => records.push(record),
  });
  const listening = await serveHttp(edge);
  onTestFinished(async () => {
    await listening.close();
    await issuer.close();
  });
  const ping = async (token?: string, query = '') => {
    const response = await fetch(listening.url + query, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    const challenge = response.headers.get('www-authenticate');
    return { status: response.status, challenge, body: await response.text() };
  };
  return { issuer, records, ping };
}

describe('the authorizer behind the HTTP edge', () => {
  it('tells the handlers who is asking', async () => {
    const { issuer, ping } = await start();
    const token = await issuer.token({ sub: 'ada', roles: 'admin', audience: AUDIENCE });
    const { status, body } = await ping(token);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ result: { user: { id: 'ada', role: 'admin' } } });
  });

  it('answers 401 without a token, also where one is in the query', async () => {
    const { issuer, ping } = await start();
    const token = await issuer.token({ sub: 'ada', roles: 'admin', audience: AUDIENCE });
    for (const query of ['', `?access_token=${token}`]) {
      const { status, challenge, body } = await ping(undefined, query);
      expect({ status, challenge }).toEqual({ status: 401, challenge: `Bearer ${METADATA}` });
      expect(JSON.parse(body)).toMatchObject({
        error: {
          code: -32001,
          message: 'Unauthorized',
          data: { mcp_error_code: 'UNAUTHORIZED', details: 'No valid authentication found' },
        },
      });
    }
  });

  it('answers 401 to a token that is wrong, and keeps it out of reply and record', async () => {
    const { issuer, ping, records } = await start();
    const token = await issuer.token({ sub: 'ada', audience: AUDIENCE, expiresIn: -60 });
    const { status, challenge, body } = await ping(token);
    expect(status).toBe(401);
    expect(challenge).toContain('error="invalid_token", error_description="The token has expired"');
    const output = body + JSON.stringify(records);
    expect(records).toHaveLength(1);
    for (const part of token.split('.')) expect(output).not.toContain(part);
  });

  it('answers 403 to a token without a role', async () => {
    const { issuer, ping } = await start();
    const { status, challenge, body } = await ping(
      await issuer.token({ sub: 'ada', roles: ['employee'], audience: AUDIENCE }),
    );
    expect({ status, challenge }).toEqual({
      status: 403,
      challenge: `Bearer error="insufficient_scope", scope="routeros:read_only", ${METADATA}`,
    });
    expect(body).toContain('"code":-32002');
  });

  it('answers 500 where the issuer is down; the cause is for the operator', async () => {
    const { issuer, ping, records } = await start();
    const token = await issuer.token({ sub: 'ada', roles: 'admin', audience: AUDIENCE });
    await issuer.close();
    const { status, challenge, body } = await ping(token);
    expect({ status, challenge }).toEqual({ status: 500, challenge: null });
    expect(body).toContain('"mcp_error_code":"INTERNAL_ERROR"');
    expect(body).not.toContain(new URL(issuer.issuer).port);
    expect(body).toContain(records[0]!.ref);
    expect(JSON.stringify(records[0]!.causes)).toContain(
      `The keys of ${issuer.issuer} cannot be read`,
    );
  });
});
