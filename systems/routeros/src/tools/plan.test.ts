import { routeros } from '@errata/catalogs/routeros';
import { createFaultCounter } from '@errata/observe';
import { faultOf, openedForAll } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createContext } from '../../lab/testing/fixtures.js';
import { openLab, user } from '../../lab/testing/open-lab.js';
import { isDenial } from '../gate/gate.js';
import { DEFAULT_SETTINGS } from '../settings/resolve-options.js';
import { planTools } from './plan.js';
import type { ServiceTool, ToolContext } from './tool.js';

const rollout = {
  kind: 'dns-ntp-rollout',
  description: 'the new resolvers',
  device_ids: ['dev-1', 'dev-2'],
  change: { dns_servers: ['9.9.9.9', '149.112.112.112'] },
};

describe('the plan tools', () => {
  const lab = openedForAll(() => openLab('sqlite::memory:', 2));

  /** Call a tool as the gate does; what it returns has to be what it declares. */
  const call = async (name: string, args: object, given: Partial<ToolContext> = {}) => {
    const tool = planTools.find((one) => one.name === name) as ServiceTool;
    const errors = { since: '', snapshot: createFaultCounter().snapshot };
    const services = { ...lab, errors, settings: DEFAULT_SETTINGS, now: Date.now };
    const context = createContext(services, given);
    const { text, facts, meta } = await tool.run(tool.input.parse(args), context);
    expect(tool.output.parse(facts)).toEqual(facts);
    const [first, ...lines] = text.split('\n');
    return { first, lines, facts: facts as Record<string, unknown>, meta };
  };

  it('are seven, each with its tier and its roles', () => {
    const table = planTools.map(({ name, tier, roles, annotations }) => [
      name,
      tier,
      roles?.join(' '),
      annotations.readOnlyHint,
    ]);
    const everybody = 'read_only ops_rw admin approver';
    expect(table).toEqual([
      ['plan/create', 'professional', 'admin', false],
      ['plan/get', 'fundamental', everybody, true],
      ['plan/list', 'fundamental', everybody, true],
      ['plan/approve', 'professional', 'approver admin', false],
      ['plan/apply', 'professional', 'admin', false],
      ['plan/cancel', 'professional', 'admin', false],
      ['plan/rollback', 'professional', 'admin', false],
    ]);
  });

  it('describe the changes of all kinds in the schema of plan/create', () => {
    const schema = z.toJSONSchema(planTools[0]!.input as z.ZodObject, { io: 'input' });
    const { change } = schema.properties as Record<
      string,
      { anyOf: { title: string; properties: object }[] }
    >;
    const shapes = change!.anyOf.map(({ title, properties }) => [
      title,
      Object.keys(properties)[1],
    ]);
    expect(shapes).toEqual([
      ['static-route', 'dst_address'],
      ['firewall-rule', 'chain'],
      ['dns-ntp-rollout', 'ntp_servers'],
    ]);
  });

  it('lead from a draft to the change and back', async () => {
    const created = await call('plan/create', rollout);
    const { plan_id, expires_at } = created.facts as { plan_id: string; expires_at: string };
    expect(created.first).toBe(
      `Plan ${plan_id} (dns-ntp-rollout) drafted for 2 devices; it expires at ${expires_at}. Next: have it approved with plan/approve.`,
    );
    const change = 'Change: dns_servers 9.9.9.9, 149.112.112.112';
    expect(created.lines).toEqual([change, 'dev-1: pending', 'dev-2: pending']);

    const approved = await call('plan/approve', { plan_id });
    const { approval_token } = approved.facts as { approval_token: string };
    expect(approved.lines.slice(0, 2)).toEqual([`approval_token: ${approval_token}`, change]);
    // The first line and the meta are kept and shown elsewhere.
    expect(JSON.stringify([approved.first, approved.meta])).not.toContain(approval_token);

    const applied = await call('plan/apply', { plan_id, approval_token });
    expect(applied.facts).toMatchObject({ status: 'completed' });
    expect(applied.first).toContain('is applied and verified on 2 devices');
    expect(applied.lines).toEqual([
      change,
      'dev-1: applied (Applied and verified)',
      'dev-2: applied (Applied and verified)',
    ]);

    const shown = await call('plan/get', { plan_id });
    expect(shown.first).toContain(`Plan ${plan_id} (dns-ntp-rollout) for 2 devices is completed`);
    expect(shown.lines[0]).toBe(change);

    const back = await call('plan/rollback', { plan_id });
    expect(back.facts).toMatchObject({ status: 'rolled_back' });
    expect(back.first).toContain('nothing of it is left on its 2 devices');
    const again = await call('plan/rollback', { plan_id });
    expect(again.facts).toMatchObject({ status: 'rolled_back' });
    expect(again.first).toBe(
      `Plan ${plan_id} (dns-ntp-rollout) is rolled back already; nothing to do.`,
    );
  });

  it('call a draft off', async () => {
    const { facts } = await call('plan/create', rollout);
    const cancelled = await call('plan/cancel', { plan_id: facts['plan_id'] });
    expect(cancelled.first).toContain('is cancelled; nothing was changed');
  });

  it('name the member of a change that is wrong', async () => {
    const change = { dns_servers: ['9.9.9.999'] };
    const fault = await faultOf(call('plan/create', { ...rollout, change }));
    expect(fault.reason).toBe('VALIDATION_ERROR');
    expect(fault.context).toMatchObject({
      field: 'change.dns_servers.0',
      value: '9.9.9.999',
      expected: 'Valid IPv4 or IPv6 address (e.g., 192.168.1.1 or 2001:db8::1)',
    });
    expect(fault.details).toBe('Invalid IP address: 9.9.9.999');
  });

  it.each(['a\u0000b', 'a\ud800', '\udc00b'])('do not take the description %j', (description) => {
    const { error } = planTools[0]!.input.safeParse({ ...rollout, description });
    expect(error?.issues.map(({ path }) => path)).toEqual([['description']]);
  });

  it('say before approval and after apply that a rule has no effect', async () => {
    lab.routers[1]!.state.add('/ip/firewall/filter', { chain: 'forward', action: 'drop' });
    const change = { action: 'add', chain: 'forward', rule_action: 'accept', protocol: 'udp' };
    const rule = { kind: 'firewall-rule', description: 'let it pass', change };
    const created = await call('plan/create', { ...rule, device_ids: ['dev-2'] });
    const why = 'it never matches: *6 forward drop is in front of it and takes all of its traffic';
    expect(created.first).toContain(`Warning: on dev-2 ${why}. Next: have it approved`);
    const { plan_id } = created.facts;
    expect((await call('plan/get', { plan_id })).lines).toContain(
      `dev-2: pending. Warning: ${why}`,
    );
    const approved = await call('plan/approve', { plan_id });
    expect(approved.first).toContain(`Warning: on dev-2 ${why}. Next: plan/apply`);
    const { approval_token } = approved.facts;
    const applied = await call('plan/apply', { plan_id, approval_token });
    expect(applied.first).toBe(
      `Plan ${String(plan_id)} (firewall-rule) is in place on 1 device, but on dev-2 ${why}. plan/rollback rolls it back.`,
    );
  });

  it('refuse to apply a draft', async () => {
    const { facts } = await call('plan/create', rollout);
    const fault = await faultOf(call('plan/apply', { plan_id: facts['plan_id'] }));
    expect(fault.code).toBe(routeros.PLAN_NOT_APPROVED.definition.code);
  });

  it('do not know a plan that is not there', async () => {
    for (const name of ['get', 'approve', 'apply', 'cancel', 'rollback']) {
      const fault = await faultOf(call(`plan/${name}`, { plan_id: 'plan-abc123' }));
      expect(fault.details).toBe("Plan 'plan-abc123' not found");
    }
  });

  it('list the newest, and say whether there are more', async () => {
    for (let count = 0; count < 3; count++) await call('plan/create', rollout);
    const listed = await call('plan/list', { status: 'draft', limit: 2 });
    expect(listed.facts).toMatchObject({
      more: true,
      plans: [{ status: 'draft' }, { status: 'draft' }],
    });
    expect(listed.first).toContain('2 plans with status draft, newest first; there are older ones');
    expect(listed.lines).toHaveLength(2);
    const none = await call('plan/list', { status: 'failed' });
    expect([none.first, none.facts]).toEqual([
      'No plans with status failed. plan/create makes one.',
      { plans: [], more: false },
    ]);
  });

  it('show only plans whose devices are all in reach', async () => {
    const { facts: both } = await call('plan/create', rollout);
    const { facts: one } = await call('plan/create', { ...rollout, device_ids: ['dev-1'] });
    const given = { user: user('rob', 'read_only', ['dev-1']) };
    const listed = await call('plan/list', {}, given);
    expect(listed.facts).toMatchObject({ more: false, plans: [{ plan_id: one['plan_id'] }] });
    expect((listed.facts['plans'] as unknown[]).length).toBe(1);
    const fault = await faultOf(call('plan/get', { plan_id: both['plan_id'] }, given));
    expect(fault).toMatchObject({
      reason: 'NOT_FOUND',
      context: { plan_id: both['plan_id'], resource_type: 'plan' },
    });
    expect(isDenial(fault)).toBe(true);
  });
});
