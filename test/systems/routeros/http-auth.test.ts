import { connectHttp, type HttpWire } from '@errata/prove';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registration } from './testing/agent.js';
import { AUDIENCE, type Lab, openLab, serversOf, type Service } from './testing/lab.js';
import { ERAS, factsOf, failureOf, NUMBERS } from './testing/reply.js';

const METADATA = 'http://routers.test/.well-known/oauth-protected-resource/mcp';

let lab: Lab;
let service: Service;

beforeAll(async () => {
  lab = await openLab({ devices: 2 });
  service = await lab.serve();
  const ada = await service.connect('2025-11-25', { sub: 'ada', role: 'admin' });
  for (const [index, router] of lab.routers.entries()) {
    const device = registration(router, `dev-lab-0${index + 1}`);
    await factsOf(ada.callTool('registry/add', { ...device, allow_professional_workflows: true }));
  }
});
afterAll(() => lab.close());

const bearer = async (claims: Partial<Parameters<Lab['issuer']['token']>[0]>) =>
  `Bearer ${await lab.issuer.token({ sub: 'eve', audience: AUDIENCE, ...claims })}`;

describe.each(ERAS)('who may do what over HTTP, in %s', (era) => {
  const codeOf = (reason: keyof typeof NUMBERS) => NUMBERS[reason][era];

  /** A wire that has not been let in yet. */
  async function outside(headers: Record<string, string>): Promise<HttpWire> {
    return connectHttp({ url: service.url, era, handshake: false, headers });
  }

  it('asks a caller without a token for one, and says where to get it', async () => {
    const anonymous = await outside({});
    const { status, headers, message } = await anonymous.callTool('registry/list');
    expect(status).toBe(401);
    expect(headers?.get('www-authenticate')).toBe(`Bearer resource_metadata="${METADATA}"`);
    expect(message).toEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      error: {
        code: codeOf('UNAUTHORIZED'),
        message: 'Unauthorized',
        data: {
          mcp_error_code: 'UNAUTHORIZED',
          effect: 'none',
          details: 'No valid authentication found',
          recovery_strategy: 'user_action_required',
          suggestion: 'Sign in or renew the token, then call again.',
          ref: expect.stringMatching(/^corr-[0-9a-f]{16}$/),
        },
      },
    });
    await anonymous.close();
  });

  it.each([
    ['has expired', { roles: 'admin', expiresIn: -60 }, 'The token has expired'],
    [
      'is for another service',
      { roles: 'admin', audience: 'http://other.test/mcp' },
      'The token is for another audience',
    ],
    [
      'is of another issuer',
      { roles: 'admin', instead: { iss: 'http://other.test' } },
      'The token is from another issuer',
    ],
  ])('refuses a token that %s, and says why', async (_, claims, why) => {
    const stranger = await outside({ authorization: await bearer(claims) });
    const { status, headers, text } = await stranger.callTool('registry/list');
    expect(status).toBe(401);
    expect(headers?.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${METADATA}", error="invalid_token", error_description="${why}"`,
    );
    expect(JSON.parse(text)).toMatchObject({
      error: { code: codeOf('UNAUTHORIZED'), data: { details: why } },
    });
    await stranger.close();
  });

  it('refuses a token without a role, with the scope that would do', async () => {
    const guest = await outside({ authorization: await bearer({ roles: ['employee'] }) });
    const { status, headers, message } = await guest.callTool('registry/list');
    expect(status).toBe(403);
    expect(headers?.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="routeros:read_only", resource_metadata="${METADATA}"`,
    );
    expect(message).toMatchObject({
      error: { code: codeOf('FORBIDDEN'), data: { mcp_error_code: 'FORBIDDEN' } },
    });
    await guest.close();
  });

  it('tells a reader that a change is not for them', async () => {
    const reader = await service.connect(era, { sub: 'rita', role: 'read_only' });
    const target = { device_id: 'dev-lab-01' };
    await factsOf(reader.callTool('system/get-overview', target));
    expect(await failureOf(reader.callTool('dns/flush-cache', target))).toEqual({
      reason: 'FORBIDDEN',
      code: codeOf('FORBIDDEN'),
      data: expect.objectContaining({
        mcp_error_code: 'FORBIDDEN',
        details: "Tool tier 'advanced' exceeds user role 'read_only'",
        tool_tier: 'advanced',
        user_role: 'read_only',
      }) as unknown,
    });
  });

  it('reports nothing of devices outside of the scope, not even whether they exist', async () => {
    const otto = await service.connect(era, {
      ...{ sub: 'otto', role: 'ops_rw' },
      devices: ['dev-lab-01'],
    });
    expect(await factsOf(otto.callTool('registry/list'))).toMatchObject({
      total: 1,
      items: [{ device_id: 'dev-lab-01' }],
    });
    for (const device_id of ['dev-lab-02', 'dev-none']) {
      expect(await failureOf(otto.callTool('system/get-overview', { device_id }))).toEqual({
        reason: 'FORBIDDEN',
        code: codeOf('FORBIDDEN'),
        data: expect.objectContaining({
          device_id,
          details: `Operation not allowed on device '${device_id}': it is outside of your device scope`,
        }) as unknown,
      });
    }
    const overview = { uri: 'device://dev-lab-02/overview' };
    expect(await failureOf(otto.request('resources/read', overview))).toMatchObject({
      reason: 'FORBIDDEN',
    });
  });

  it('lets no user approve their own plan', async () => {
    const ada = await service.connect(era, { sub: 'ada', role: 'admin' });
    const bob = await service.connect(era, { sub: 'bob', role: 'approver' });
    const before = lab.routers.map(serversOf);
    const { plan_id } = await factsOf(
      ada.callTool('plan/create', {
        ...{ kind: 'dns-ntp-rollout', description: 'New resolvers' },
        device_ids: ['dev-lab-01', 'dev-lab-02'],
        change: { dns_servers: ['198.51.100.53'] },
      }),
    );
    expect(await failureOf(ada.callTool('plan/approve', { plan_id }))).toMatchObject({
      code: codeOf('FORBIDDEN'),
      data: {
        details: `Plan '${String(plan_id)}' was created by you: another user has to approve it`,
      },
    });
    expect(await failureOf(ada.callTool('plan/apply', { plan_id }))).toMatchObject({
      code: codeOf('PLAN_NOT_APPROVED'),
      data: { plan_id, plan_status: 'draft', required_status: 'approved' },
    });

    const approved = await factsOf(bob.callTool('plan/approve', { plan_id }));
    expect(approved).toMatchObject({ status: 'approved', created_by: 'ada', approved_by: 'bob' });
    const { approval_token } = approved;
    // Who approves may not apply; and a token that was made up is none.
    expect(await failureOf(bob.callTool('plan/apply', { plan_id, approval_token }))).toMatchObject({
      code: codeOf('FORBIDDEN'),
      data: { user_role: 'approver' },
    });
    const forged = `${String(approval_token).slice(0, -4)}AAAA`;
    expect(
      await failureOf(ada.callTool('plan/apply', { plan_id, approval_token: forged })),
    ).toMatchObject({ code: codeOf('PLAN_NOT_APPROVED') });
    expect(lab.routers.map(serversOf)).toEqual(before);

    const applied = await factsOf(ada.callTool('plan/apply', { plan_id, approval_token }));
    expect(applied['status']).toBe('completed');
    expect(lab.routers.map(({ state }) => state.rows('/ip/dns')[0]!['servers'])).toEqual([
      '198.51.100.53',
      '198.51.100.53',
    ]);
    const taken = await factsOf(ada.callTool('plan/rollback', { plan_id }));
    expect(taken['status']).toBe('rolled_back');
    expect(lab.routers.map(serversOf)).toEqual(before);
  });

  it('judges every request by its own token, and keeps a session for its owner', async () => {
    const ada = await service.connect(era, { sub: 'ada', role: 'admin' });
    const authorization = await bearer({ sub: 'rita', roles: 'read_only' });
    const stolen = ada.callTool('dns/flush-cache', { device_id: 'dev-lab-01' }, { authorization });
    // Without sessions there is only the token; with one, another caller's does not exist.
    if (era === '2026-07-28') {
      expect(await failureOf(stolen)).toMatchObject({ data: { user_role: 'read_only' } });
    } else {
      expect(await stolen).toMatchObject({ status: 404 });
    }
    const { status } = await ada.callTool('registry/list', {}, { authorization: undefined });
    expect(status).toBe(401);
  });
});

describe('the protected resource metadata', () => {
  it.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])(
    'is at %s, for everybody',
    async (path) => {
      const response = await fetch(new URL(path, service.url));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual({
        resource: AUDIENCE,
        authorization_servers: [lab.issuer.issuer],
        scopes_supported: [
          ...['routeros:read_only', 'routeros:ops_rw'],
          ...['routeros:admin', 'routeros:approver'],
        ],
        bearer_methods_supported: ['header'],
        resource_name: 'RouterOS fleet',
      });
    },
  );

  it('leads to the issuer, and from there to its keys', async () => {
    const json = async (url: string) => (await (await fetch(url)).json()) as Record<string, string>;
    const { issuer, jwks_uri } = await json(
      `${lab.issuer.issuer}/.well-known/oauth-authorization-server`,
    );
    expect(issuer).toBe(lab.issuer.issuer);
    expect(await json(jwks_uri!)).toMatchObject({ keys: [{ kty: 'EC' }] });
  });
});
