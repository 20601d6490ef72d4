import { faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { ANN, BOB, EVE, MALLORY, ROOT } from '../gate/testing/identities.js';
import type { Answered, TestGateway } from '../gate/testing/open-gateway.js';

const CANARY = 'canary-of-the-content-5150';

async function store({ call }: TestGateway, space: string, identity = ANN): Promise<string> {
  const policy = { allowed_kinds: [], require_evidence: false };
  await call('governance_update', { team_write_enabled: true, policy }, ROOT);
  const given = { content: CANARY, target_space: space, metadata: { also: CANARY } };
  const { facts } = await call('memory_store', given, identity);
  expect(facts).toMatchObject({ ok: true, space, memory_id: expect.any(String) });
  return facts['memory_id'] as string;
}

/** An answer as it is for everybody at any time. */
const withoutRef = ({ text, facts, isError, ref }: Answered): string =>
  JSON.stringify({ text, facts, isError }).replaceAll(ref, 'corr-');

const searched = (gateway: TestGateway, space: string, identity = ANN) =>
  gateway.call('memory_query', { query: CANARY, spaces: [space] }, identity);

describeGateways('memory_get', (open) => {
  it.each([
    ['their own', 'private:ann', ANN, ANN],
    ['what is shared', 'team:core', ANN, BOB],
    ['what is shared, to guests too', 'org', ANN, EVE],
    ['what all guests share', 'private:unknown', EVE, MALLORY],
  ])('shows people %s', async (_what, space, owner, reader) => {
    const gateway = await open();
    const memory_id = await store(gateway, space, owner);
    const { facts, line } = await gateway.call('memory_get', { memory_id }, reader);
    expect(facts).toMatchObject({ ok: true, found: true });
    expect(facts['memory']).toMatchObject({
      ...{ memory_id, content: CANARY, space, user: owner.user },
      ...{ kind: null, metadata: { also: CANARY } },
    });
    expect(line).toBe(`${memory_id} in ${space}.`);
  });

  it.each([
    ['another member', 'private:ann', ANN, BOB],
    ['an administrator', 'private:ann', ANN, ROOT],
    ['a guest', 'private:ann', ANN, EVE],
    ['a member, of what guests share', 'private:unknown', EVE, BOB],
  ])('answers %s as if there were none', async (_who, space, owner, reader) => {
    const gateway = await open();
    const memory_id = await store(gateway, space, owner);
    const hidden = await gateway.call('memory_get', { memory_id }, reader);
    await gateway.call('memory_delete', { memory_id }, owner);
    const none = await gateway.call('memory_get', { memory_id }, reader);
    expect(withoutRef(hidden)).toBe(withoutRef(none));
    expect(hidden.facts).toMatchObject({ ok: true, found: false });
  });

  it('does not disclose it in the report either', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    const report = async () => {
      const { facts } = await gateway.call('reliability_report', {}, BOB);
      return JSON.stringify({ ...facts, correlation_id: undefined });
    };
    const before = await report();
    await gateway.call('memory_get', { memory_id }, BOB);
    expect(await report()).toBe(before);
  });

  it.each(['mem-none', 'a:b', 'health'])('says that there is no %s', async (memory_id) => {
    const { call } = await open();
    const { facts, line, isError } = await call('memory_get', { memory_id });
    expect(facts).toMatchObject({ ok: true, found: false });
    expect([line, isError]).toEqual([`There is no memory ${memory_id}.`, false]);
  });

  it('has no second-best way', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    await gateway.openMemory.stop();
    const fault = await faultOf(gateway.call('memory_get', { memory_id }));
    expect(fault).toMatchObject({
      ...{ reason: 'OPENMEMORY_CONNECTION_FAILED', retryable: true, effect: 'none' },
      context: { error_type: 'ECONNREFUSED' },
    });
    expect(await gateway.history(fault.ref)).toMatchObject([
      { action: 'failed', reason: 'OPENMEMORY_CONNECTION_FAILED' },
    ]);
  });
});

describeGateways('memory_delete', (open) => {
  it.each([
    ['their own', 'private:ann', ANN],
    ['what is shared', 'team:core', BOB],
  ])('lets people forget %s, and leaves nothing of it anywhere', async (_what, space, identity) => {
    const gateway = await open();
    const memory_id = await store(gateway, space);
    expect(await gateway.everything()).toContain(CANARY);
    const { ref, facts, line } = await gateway.call('memory_delete', { memory_id }, identity);
    expect(facts).toMatchObject({ ok: true, deleted: true, memory_id });
    expect(line).toBe(`Deleted ${memory_id}.`);
    expect(await gateway.everything()).not.toContain(CANARY);
    expect((await searched(gateway, space)).facts).toMatchObject({ results: [] });
    expect((await gateway.call('memory_get', { memory_id })).facts).toMatchObject({ found: false });
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'allow', memory_id, space, actor: identity.user },
      { action: 'done', memory_id, space },
    ]);
    await gateway.openMemory.stop();
    expect((await searched(gateway, space)).facts).toMatchObject({ degraded: true, results: [] });
  });

  it('leaves nothing of what had waited in the outbox', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    await gateway.call('memory_store', { content: CANARY });
    await gateway.openMemory.start();
    gateway.advance(80_000);
    expect(await gateway.worker.runOnce()).toMatchObject({ sent: 1 });
    const [row] = await gateway.logbook.outbox.list({ status: 'sent', limit: 1 });
    await gateway.call('memory_delete', { memory_id: row!.memory_id });
    expect(await gateway.everything()).not.toContain(CANARY);
    expect((await searched(gateway, 'private:ann')).facts).toMatchObject({ results: [] });
  });

  it.each([BOB, ROOT, EVE])('answers %j as if another’s did not exist', async (identity) => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    const hidden = await gateway.call('memory_delete', { memory_id }, identity);
    expect((await gateway.call('memory_get', { memory_id })).facts).toMatchObject({ found: true });
    await gateway.call('memory_delete', { memory_id }, ANN);
    const none = await gateway.call('memory_delete', { memory_id }, identity);
    expect(withoutRef(hidden)).toBe(withoutRef(none));
    expect(hidden.facts).toMatchObject({ ok: true, deleted: false });
    // The operator sees who asked for the memory of another user; the report counts both alike.
    const recorded = await gateway.history(hidden.ref);
    expect(recorded).toMatchObject([
      { action: 'allow', actor: identity.user, rule: 'private_of_another' },
      { action: 'done', actor: identity.user, rule: 'private_of_another' },
    ]);
    expect(recorded.filter(({ reason }) => reason !== undefined)).toEqual([]);
  });

  it.each([
    ['while shared spaces are closed', { team_write_enabled: false }, 'delete_disabled'],
    [
      'while others may write there',
      { policy: { allowlist_users: ['ann'] } },
      'delete_not_allowed',
    ],
  ])('deletes nothing from a shared space %s, and may later', async (_when, closed, rule) => {
    const gateway = await open();
    const memory_id = await store(gateway, 'team:core');
    await gateway.call('governance_update', closed, ROOT);
    const fault = await faultOf(gateway.call('memory_delete', { memory_id }, BOB));
    expect(fault).toMatchObject({
      ...{ reason: 'POLICY_REJECT', code: -32002, retryable: true, effect: 'none' },
      context: { rule, retryable: true, tool: 'memory_delete', actor: 'bob' },
    });
    expect(await gateway.history(fault.ref)).toMatchObject([{ action: 'reject', actor: 'bob' }]);
    const opened = { team_write_enabled: true, policy: { allowlist_users: [] } };
    await gateway.call('governance_update', opened, ROOT);
    const { facts } = await gateway.call('memory_delete', { memory_id }, BOB);
    expect(facts).toMatchObject({ ok: true, deleted: true });
  });

  it('lets no guest delete what is shared', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'team:core');
    expect(await faultOf(gateway.call('memory_delete', { memory_id }, EVE))).toMatchObject({
      ...{ reason: 'POLICY_REJECT', retryable: false, context: { rule: 'actor_unknown' } },
    });
  });

  it('says that there was none, as often as it is asked', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    await gateway.call('memory_delete', { memory_id });
    for (const id of [memory_id, 'mem-none']) {
      const { facts, line } = await gateway.call('memory_delete', { memory_id: id });
      expect(facts).toMatchObject({ ok: true, deleted: false });
      expect(line).toBe(`There is no memory ${id}.`);
    }
  });

  it('forgets here what another program has deleted there', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    await fetch(`${gateway.openMemory.url}/memory/${memory_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${gateway.openMemory.apiKey}`, connection: 'close' },
    });
    await gateway.call('memory_delete', { memory_id });
    expect(await gateway.everything()).not.toContain(CANARY);
  });

  it('forgets nothing while OpenMemory is away', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    gateway.openMemory.failWith(503);
    expect(await faultOf(gateway.call('memory_delete', { memory_id }))).toMatchObject({
      reason: 'OPENMEMORY_API_ERROR',
      retryable: true,
    });
    expect(await gateway.counts()).toMatchObject({ knowledge_candidates: 1 });
  });
});

describeGateways('where OpenMemory is not what answers', (open) => {
  it('deletes no memory of another user', async () => {
    const gateway = await open();
    const memory_id = await store(gateway, 'private:ann');
    gateway.openMemory.failWith(404);
    // The body of a drill is OpenMemory's own: this memory is missing there, but here it is known whose it was.
    const stranger = await gateway.call('memory_delete', { memory_id }, BOB);
    expect(stranger.facts).toMatchObject({ ok: true, deleted: false });
    gateway.openMemory.failWith(undefined);
    await gateway.openMemory.stop();
    expect((await searched(gateway, 'private:ann')).facts).toMatchObject({
      results: [{ memory_id, content: CANARY }],
    });
  });
});

describeGateways('a memory whose way to OpenMemory was never noted', (open) => {
  it('is found once, and is gone for good when it is deleted', async () => {
    const gateway = await open();
    gateway.openMemory.cutBodies(true);
    const stored = await gateway.call('memory_store', { content: CANARY });
    expect(stored.facts).toMatchObject({ ok: true, action: 'redirect' });
    gateway.openMemory.cutBodies(false);
    const { facts } = await searched(gateway, 'private:ann');
    const found = facts['results'] as { readonly memory_id: string | null }[];
    expect(found).toHaveLength(1);
    const [{ memory_id }] = found as [{ memory_id: string }];
    expect(memory_id).toEqual(expect.any(String));
    const deletion = await gateway.call('memory_delete', { memory_id });
    expect(deletion.facts).toMatchObject({ ok: true, deleted: true });
    gateway.advance(7_200_000);
    await gateway.worker.runOnce();
    expect((await searched(gateway, 'private:ann')).facts).toMatchObject({ results: [] });
    await gateway.openMemory.stop();
    expect((await searched(gateway, 'private:ann')).facts).toMatchObject({ results: [] });
    expect(await gateway.everything()).not.toContain(CANARY);
  });
});
