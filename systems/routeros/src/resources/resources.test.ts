import { routeros } from '@errata/catalogs/routeros';
import { isFault, type Fault } from '@errata/core';
import { faultOf, openedForAll } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { SINGLE_USER, type User } from '../access/user.js';
import type { ChangePlan, Plans } from '../plans/plan.js';
import type { AuditEntry } from '../registry/audit-log.js';
import { findResource, RESOURCES, type ResourceContext } from './resources.js';

const PLAN: ChangePlan = {
  plan_id: 'plan-0123456789ab',
  kind: 'static-route',
  status: 'draft',
  description: 'a route',
  change: { action: 'add' },
  created_by: 'local',
  approved_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  approved_at: null,
  expires_at: '2026-01-01T00:15:00.000Z',
  finished_at: null,
  failure: null,
  outcomes: [{ device_id: 'dev-lab-01', state: 'pending', detail: null, warning: null }],
};

const ENTRIES: readonly AuditEntry[] = [
  { id: 3, at: '2026-01-01T00:00:03.000Z', action: 'a/b', actor: 'x', outcome: 'done' },
  ...['dev-lab-01', 'dev-lab-02'].map((device_id, index) => ({
    ...{ id: 2 - index, at: '2026-01-01T00:00:02.000Z', action: 'a/b', actor: 'x' },
    ...{ outcome: 'denied' as const, device_id },
  })),
];

const lab = openedForAll(() => startLab());

function contextOf(given: Partial<User> = {}): ResourceContext {
  const plans = {
    list: async () => [PLAN],
    get: async (id: string) => {
      if (id === PLAN.plan_id) return PLAN;
      throw routeros.NOT_FOUND({ plan_id: id, resource_type: 'plan' });
    },
  } as Partial<Plans> as Plans;
  return {
    ...lab.context({ user: { ...SINGLE_USER, ...given } }),
    plans,
    audit: { record: async () => {}, recent: async (limit) => ENTRIES.slice(0, limit) },
  };
}

async function read(uri: string, given?: Partial<User>): Promise<unknown> {
  const { text, mimeType } = await findResource(uri).read(uri, contextOf(given));
  expect(mimeType).toBe('application/json');
  return JSON.parse(text);
}

const failureOf = (uri: string, given?: Partial<User>): Promise<Fault> => faultOf(read(uri, given));

describe('the resources', () => {
  it('have either a URI or a template', () => {
    expect(RESOURCES.map(({ uri, uriTemplate }) => uri ?? uriTemplate)).toEqual([
      'device://{id}/overview',
      'plan://{id}',
      'audit://recent',
    ]);
    for (const { uri, uriTemplate } of RESOURCES) {
      expect([uri, uriTemplate].filter((one) => one !== undefined)).toHaveLength(1);
    }
  });

  it.each([
    'device://dev-lab-01',
    'device://dev-lab-01/overview/',
    'device://dev-lab-01/overview?x=1',
    'device://Dev_Lab/overview',
    'device:///overview',
    'device://../overview',
    'plan://',
    'plan://a/b',
    'audit://all',
    'audit://recent#x',
    'file:///etc/passwd',
    'x',
    '',
  ])('do not include %j', (uri) => {
    let thrown: unknown;
    try {
      findResource(uri);
    } catch (error) {
      thrown = error;
    }
    expect(isFault(thrown) && [thrown.reason, thrown.context]).toEqual([
      'NOT_FOUND',
      { uri, resource_type: 'resource' },
    ]);
    expect((thrown as Fault).condition).toBe('resource-not-found');
  });

  it.each(RESOURCES)('refuse a URI of another resource: $name', async (resource) => {
    await expect(resource.read('other://x', contextOf())).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    });
  });
});

describe('device://{id}/overview', () => {
  it('reports what system/get-overview tells', async () => {
    expect(await read('device://dev-lab-01/overview')).toMatchObject({
      device_id: 'dev-lab-01',
      routeros_version: '7.16.2',
      uptime_seconds: expect.any(Number),
    });
  });

  it('is listed for the devices in reach, and for those who may read it', async () => {
    const { list } = findResource('device://dev-lab-01/overview');
    expect(await list?.(contextOf())).toEqual([
      {
        uri: 'device://dev-lab-01/overview',
        name: 'dev-lab-01-overview',
        title: 'Overview of lab-router-01',
      },
    ]);
    expect(await list?.(contextOf({ devices: ['dev-lab-02'] }))).toEqual([]);
    expect(await list?.(contextOf({ role: 'approver' }))).toEqual([]);
  });

  it('fails for an unknown device as the tools do', async () => {
    const fault = await failureOf('device://dev-unknown/overview');
    expect([fault.reason, fault.context]).toEqual([
      'NOT_FOUND',
      { device_id: 'dev-unknown', resource_type: 'device' },
    ]);
  });

  it('is no way around the role that the tool needs', async () => {
    const fault = await failureOf('device://dev-lab-01/overview', { role: 'approver' });
    expect(fault.reason).toBe('FORBIDDEN');
    expect(fault.context).toMatchObject({
      user_role: 'approver',
      tool_name: 'system/get-overview',
    });
  });

  it('fails with what is wrong with the device', async () => {
    const own = await startLab();
    try {
      await own.router.stop();
      const uri = 'device://dev-lab-01/overview';
      await expect(findResource(uri).read(uri, own.context())).rejects.toMatchObject({
        reason: 'DEVICE_UNREACHABLE',
      });
    } finally {
      await own.close();
    }
  });
});

describe('plan://{id}', () => {
  it('is the current plan, and the newest are listed', async () => {
    expect(await read(`plan://${PLAN.plan_id}`)).toEqual(PLAN);
    expect(await findResource('plan://x').list?.(contextOf())).toEqual([
      {
        uri: 'plan://plan-0123456789ab',
        name: 'plan-0123456789ab',
        title: 'Plan plan-0123456789ab (static-route, draft)',
      },
    ]);
  });

  it('is hidden from users who may not work on all of its devices', async () => {
    const stranger = { devices: ['dev-lab-02'] };
    const fault = await failureOf(`plan://${PLAN.plan_id}`, stranger);
    expect([fault.reason, fault.context]).toEqual([
      'NOT_FOUND',
      { plan_id: PLAN.plan_id, resource_type: 'plan' },
    ]);
    expect(await findResource('plan://x').list?.(contextOf(stranger))).toEqual([]);
  });

  it('fails for an unknown plan as the tools do', async () => {
    const fault = await failureOf('plan://plan-abc123');
    expect([fault.reason, fault.context]).toEqual([
      'NOT_FOUND',
      { plan_id: 'plan-abc123', resource_type: 'plan' },
    ]);
  });
});

describe('audit://recent', () => {
  it.each(['admin', 'approver'] as const)('can be read by an %s', async (role) => {
    expect(await read('audit://recent', { role })).toEqual({ entries: ENTRIES });
  });

  it.each(['read_only', 'ops_rw'] as const)('cannot be read with the role %s', async (role) => {
    const fault = await failureOf('audit://recent', { role });
    expect([fault.reason, fault.context]).toEqual(['FORBIDDEN', { user_role: role }]);
    expect(fault.details).toBe(
      `The audit log is for the roles admin and approver, not for user role '${role}'`,
    );
  });

  it('leaves out devices that are out of reach', async () => {
    const { entries } = (await read('audit://recent', { devices: ['dev-lab-01'] })) as {
      entries: AuditEntry[];
    };
    expect(entries.map(({ id }) => id)).toEqual([2]);
  });

  it('leaves out plans and others for whom not all devices are in reach, but nothing of their own', async () => {
    const { entries } = (await read('audit://recent', { id: 'x', devices: [] })) as {
      entries: AuditEntry[];
    };
    expect(entries.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(await read('audit://recent', { id: 'y', devices: [] })).toEqual({ entries: [] });
  });
});
