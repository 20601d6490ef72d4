import { faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { ANN, BOB, EVE, ROOT, SOMEBODY } from '../gate/testing/identities.js';
import type { TestGateway } from '../gate/testing/open-gateway.js';

const SPACE = 'team:core';

const addMember = ({ call }: TestGateway, user: string) =>
  call('team_update', { action: 'add', team: 'core', user }, ROOT);

const openTeams = ({ call }: TestGateway) =>
  call(
    'governance_update',
    { team_write_enabled: true, policy: { allowed_kinds: [], require_evidence: false } },
    ROOT,
  );

const store = async ({ call }: TestGateway, identity = ANN) => {
  const args = { content: 'the plan of the core team', target_space: SPACE };
  return (await call('memory_store', args, identity)).facts;
};

describeGateways('users and teams by tool', (open) => {
  it.each([
    ['user_list', {}],
    ['user_update', { action: 'add', user: 'kim', role: 'admin' }],
    ['user_update', { action: 'rotate_token', user: 'root' }],
    ['team_update', { action: 'add', team: 'core', user: 'ann' }],
  ])('are refused to members, guests and unproven administrators: %s %j', async (tool, args) => {
    const gateway = await open();
    const before = await gateway.logbook.users.list();
    for (const [identity, more] of [
      [ANN, {}],
      [EVE, {}],
      [SOMEBODY, { actor: 'root' }],
    ] as const) {
      const fault = await faultOf(gateway.call(tool, { ...args, ...more }, identity));
      expect(fault).toMatchObject({ reason: 'GOVERNANCE_UPDATE_DENIED', effect: 'none' });
    }
    expect(await gateway.logbook.users.list()).toEqual(before);
    expect(await gateway.logbook.users.withToken()).toEqual([]);
    expect(await gateway.logbook.teams.list()).toEqual([]);
  });

  it('adds, lists and removes a user, and writes it into the audit', async () => {
    const { call, history, logbook } = await open();
    const added = await call('user_update', { action: 'add', user: 'kim' }, ROOT);
    expect(added.facts).toMatchObject({ ok: true, user: 'kim', changed: true });
    const again = await call('user_update', { action: 'add', user: 'kim' }, ROOT);
    expect(again.facts).toMatchObject({ changed: false });
    const role = { action: 'add', user: 'kim', role: 'admin' };
    expect((await call('user_update', role, ROOT)).facts).toMatchObject({ changed: true });
    await call('team_update', { action: 'add', team: 'core', user: 'kim' }, ROOT);
    const { facts } = await call('user_list', {}, ROOT);
    expect(facts['users']).toContainEqual(
      expect.objectContaining({ user: 'kim', role: 'admin', token: false, teams: [SPACE] }),
    );
    expect(facts['teams']).toEqual([{ space: SPACE, members: ['kim'] }]);
    const removed = await call('user_update', { action: 'remove', user: 'kim' }, ROOT);
    expect(removed.facts).toMatchObject({ changed: true });
    expect(await logbook.users.find('kim')).toBeUndefined();
    expect(await logbook.teams.list()).toEqual([{ space: SPACE, members: [] }]);
    expect(await history(removed.ref)).toMatchObject([
      {
        action: 'allow',
        actor: 'root',
        tool: 'user_update',
        detail: expect.stringContaining('kim'),
      },
      { action: 'done' },
    ]);
  });

  it('rotates a token: the new one works, the old one does not, and neither is kept in clear', async () => {
    const gateway = await open();
    const { call, logbook } = gateway;
    const rotate = async () =>
      (await call('user_update', { action: 'rotate_token', user: 'ann' }, ROOT)).facts['token'];
    const [first, second] = [(await rotate()) as string, (await rotate()) as string];
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(await logbook.users.findByToken(second)).toBe('ann');
    expect(await logbook.users.findByToken(first)).toBeUndefined();
    expect(await gateway.everything()).not.toContain(second);
    await call('user_update', { action: 'remove', user: 'ann' }, ROOT);
    expect(await logbook.users.findByToken(second)).toBeUndefined();
    const none = await call('user_update', { action: 'rotate_token', user: 'ann' }, ROOT);
    expect(none.facts).toMatchObject({ ok: true, changed: false });
    expect(none.facts).not.toHaveProperty('token');
  });

  it.each([
    ['removed', { action: 'remove', user: 'root' }],
    ['made a member', { action: 'add', user: 'root', role: 'member' }],
  ])('refuses that the last administrator is %s', async (_name, args) => {
    const { call, history, logbook } = await open();
    await call('user_update', { action: 'rotate_token', user: 'root' }, ROOT);
    const before = [await logbook.users.list(), await logbook.users.withToken()];
    const fault = await faultOf(call('user_update', args, ROOT));
    expect(fault).toMatchObject({
      ...{ reason: 'GOVERNANCE_UPDATE_DENIED', retryable: false, effect: 'none' },
      context: { actor: 'root', setting: 'users' },
      details: 'root is the last administrator',
      suggestion: 'Make another user an administrator first',
    });
    expect([await logbook.users.list(), await logbook.users.withToken()]).toEqual(before);
    expect(await history(fault.ref)).toMatchObject([
      { action: 'reject', reason: 'GOVERNANCE_UPDATE_DENIED', actor: 'root' },
    ]);
    await call('user_update', { action: 'add', user: 'ann', role: 'admin' }, ROOT);
    expect((await call('user_update', args, ANN)).facts).toMatchObject({ changed: true });
  });

  it('says so in Chinese', async () => {
    const { call } = await open({ lang: 'zh' });
    const fault = await faultOf(call('user_update', { action: 'remove', user: 'root' }, ROOT));
    expect(fault).toMatchObject({
      ...{ details: 'root 是最后一位管理员', suggestion: '请先将另一位用户设为管理员' },
    });
  });

  it('keeps one of two administrators who remove each other at the same time', async () => {
    const { call, logbook } = await open();
    await call('user_update', { action: 'add', user: 'ann', role: 'admin' }, ROOT);
    const ended = await Promise.allSettled([
      call('user_update', { action: 'remove', user: 'ann' }, ROOT),
      call('user_update', { action: 'add', user: 'root', role: 'member' }, ANN),
    ]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const admins = (await logbook.users.list()).filter(({ role }) => role === 'admin');
    expect(admins).toHaveLength(1);
  });

  it.each([
    ['user_update', { action: 'add', user: 'unknown' }, 'user'],
    ['team_update', { action: 'add', team: 'core', user: 'nobody-here' }, 'user'],
    ['team_update', { action: 'add', team: 'a b', user: 'ann' }, 'team'],
  ])('refuses %s %j', async (tool, args, param) => {
    const { call, logbook } = await open();
    const fault = await faultOf(call(tool, args, ROOT));
    expect(fault).toMatchObject({ reason: 'INVALID_PARAM_VALUE', context: { param } });
    expect(await logbook.teams.list()).toEqual([]);
  });
});

describeGateways('membership of a team', (open) => {
  it('is not needed where the team has no members', async () => {
    const gateway = await open();
    await openTeams(gateway);
    expect(await store(gateway, BOB)).toMatchObject({ ok: true, space: SPACE });
  });

  it('decides who stores, finds, reads, changes, lists and deletes', async () => {
    const gateway = await open();
    const { call, openMemory } = gateway;
    await openTeams(gateway);
    await addMember(gateway, 'ann');
    const { memory_id } = await store(gateway);
    const stored = openMemory.requests.length;

    expect(await store(gateway, BOB)).toMatchObject({ ok: false, rule: 'not_a_member' });
    for (const identity of [BOB, ROOT, EVE]) {
      for (const [tool, args] of [
        ['memory_query', { query: 'plan', spaces: [SPACE] }],
        ['memory_list', { spaces: [SPACE] }],
      ] as const) {
        const fault = await faultOf(call(tool, args, identity));
        expect(fault).toMatchObject({
          reason: 'POLICY_REJECT',
          context: { rule: 'not_a_member', retryable: false },
        });
      }
      const usual = await call('memory_query', { query: 'plan' }, identity);
      expect(usual.facts).toMatchObject({ results: [] });
      expect(usual.facts['spaces']).not.toContain(SPACE);
      expect((await call('memory_list', {}, identity)).facts).toMatchObject({ memories: [] });
      expect((await call('memory_get', { memory_id }, identity)).facts).toMatchObject({
        found: false,
      });
      expect((await call('memory_delete', { memory_id }, identity)).facts).toMatchObject({
        deleted: false,
      });
      const update = { memory_id, content: 'another plan' };
      expect((await call('memory_update', update, identity)).facts).toMatchObject({
        updated: false,
      });
    }
    expect(openMemory.requests.slice(stored).map(({ method }) => method)).not.toContain('DELETE');
    expect((await call('memory_query', { query: 'plan' })).facts).toMatchObject({
      results: [{ memory_id, space: SPACE }],
    });
    expect((await call('memory_delete', { memory_id })).facts).toMatchObject({ deleted: true });
  });

  it('is enforced also where OpenMemory is down', async () => {
    const gateway = await open();
    await openTeams(gateway);
    await addMember(gateway, 'ann');
    await store(gateway);
    await gateway.openMemory.stop();
    const { facts } = await gateway.call('memory_query', { query: 'plan' }, BOB);
    expect(facts).toMatchObject({ ok: true, degraded: true, results: [] });
    const own = await gateway.call('memory_query', { query: 'plan' });
    expect(own.facts).toMatchObject({ degraded: true, results: [{ space: SPACE }] });
  });

  it('ends with the next call, and a team stays closed without members', async () => {
    const gateway = await open();
    await openTeams(gateway);
    await addMember(gateway, 'ann');
    await store(gateway);
    const leave = { action: 'remove', team: 'core', user: 'ann' };
    const left = await gateway.call('team_update', leave, ROOT);
    expect(left.facts).toMatchObject({ changed: true, space: SPACE });
    expect(await store(gateway)).toMatchObject({ ok: false, rule: 'not_a_member' });
    const usual = await gateway.call('memory_query', { query: 'plan' });
    expect(usual.facts).toMatchObject({ results: [] });
  });
});
