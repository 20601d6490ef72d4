import { closing } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { EVE, ROOT } from '../gate/testing/identities.js';
import { openGateway } from '../gate/testing/open-gateway.js';

const close = closing();
const open = async (...given: Parameters<typeof openGateway>) => close(await openGateway(...given));

describe('the rules on shared spaces', () => {
  const KIND = { kind: 'PITFALL', evidence: [{ note: 'seen' }] };
  it.each([
    ['team_write_disabled', { team_write_enabled: false }, { ...KIND, content: 'x' }],
    ['actor_not_allowed', { policy: { allowlist_users: ['bob'] } }, { ...KIND, content: 'x' }],
    ['kind_not_allowed', {}, { content: 'x', kind: 'FACT', evidence: [{ note: 'seen' }] }],
    ['kind_not_allowed', {}, { content: 'x', evidence: [{ note: 'seen' }] }],
    ['evidence_required', {}, { content: 'x', kind: 'PITFALL' }],
    ['content_too_long', { policy: { max_chars: 3 } }, { ...KIND, content: 'four' }],
    [
      'bulk_too_large',
      { policy: { bulk_max_chars: 3 } },
      { ...KIND, content: 'four', is_bulk: true },
    ],
  ])('%s: kept in the private space, with the rule named', async (rule, update, memory) => {
    const gateway = await open();
    await gateway.call('governance_update', { team_write_enabled: true, ...update }, ROOT);
    const { ref, facts, line, isError } = await gateway.call('memory_store', {
      ...memory,
      target_space: 'team:core',
    });
    expect(facts).toMatchObject({
      ...{ ok: true, rule, space: 'private:ann', requested_space: 'team:core' },
      memory_id: expect.any(String),
    });
    expect(facts).not.toHaveProperty('action');
    expect(isError).toBe(false);
    expect(line).toMatch(/^REDIRECTED: kept for private:ann instead of team:core: /);
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'redirect', rule, space: 'private:ann' },
      { action: 'done', space: 'private:ann', memory_id: facts['memory_id'] },
    ]);
    expect(await gateway.db.selectFrom('knowledge_candidates').selectAll().execute()).toMatchObject(
      [{ space: 'private:ann' }],
    );
  });

  it('keep nothing out that breaks none of them', async () => {
    const gateway = await open();
    await gateway.call('governance_update', { team_write_enabled: true }, ROOT);
    const given = { ...KIND, content: 'for all', target_space: 'team:core' };
    expect((await gateway.call('memory_store', given)).facts).toMatchObject({ space: 'team:core' });
  });

  it('name the rule also where OpenMemory is away', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    const given = { content: 'x', target_space: 'org' };
    expect((await gateway.call('memory_store', given)).facts).toMatchObject({
      ...{ ok: true, action: 'redirect', outbox_id: 1, rule: 'team_write_disabled' },
      ...{ space: 'private:ann', requested_space: 'org' },
      message: 'No connection to OpenMemory',
    });
  });

  it.each([
    ['an unknown user', EVE, {}],
    ['an unknown user, with a space of that name', EVE, { target_space: 'private:eve' }],
    ['an unknown user, into a team', EVE, { target_space: 'team:core' }],
  ])('send %s to the space of the unknown', async (_who, identity, more) => {
    const gateway = await open();
    const { facts, line } = await gateway.call('memory_store', { content: 'x', ...more }, identity);
    expect(facts).toMatchObject({ rule: 'actor_unknown_degraded', space: 'private:unknown' });
    const wanted = 'target_space' in more ? more.target_space : 'private:eve';
    expect(line).toMatch(`REDIRECTED: kept for private:unknown instead of ${wanted}: `);
  });

  it('allow a guest the space that all guests share', async () => {
    const gateway = await open();
    const given = { content: 'x', target_space: 'private:unknown' };
    const { facts } = await gateway.call('memory_store', given, EVE);
    expect(facts).toMatchObject({ ok: true, space: 'private:unknown' });
    expect(facts).not.toHaveProperty('rule');
  });
});

describe('what no space takes', () => {
  it.each([
    ['content_empty', { content: ' \n' }],
    ['content_too_large', { content: '字'.repeat(33_334) }],
    ['unknown_space', { content: 'x', target_space: 'weird:x' }],
    ['unknown_space', { content: 'x', target_space: '' }],
    ['private_of_another', { content: 'x', target_space: 'private:bob' }],
  ])('%s: a result that says no, recorded and nothing else', async (rule, given) => {
    const gateway = await open();
    const before = await gateway.counts();
    const { ref, facts, line, isError } = await gateway.call('memory_store', given);
    expect(facts).toMatchObject({
      ...{ ok: false, action: 'reject', error_code: 'POLICY_REJECTED' },
      ...{ rule, retryable: false, correlation_id: ref },
    });
    expect([isError, line]).toEqual([true, `POLICY_REJECTED: ${facts['message'] as string}`]);
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'reject', rule, reason: `policy:${rule}` },
    ]);
    expect(await gateway.counts()).toEqual({ ...before, write_audit: before.write_audit + 1 });
    expect(gateway.openMemory.requests).toEqual([]);
  });

  it('is 100,000 bytes and not one more', async () => {
    const gateway = await open();
    const stored = await gateway.call('memory_store', { content: 'x'.repeat(100_000) });
    expect(stored.facts).toMatchObject({ ok: true });
    const refused = await gateway.call('memory_store', { content: 'x'.repeat(100_001) });
    expect(refused.facts).toMatchObject({ ok: false, rule: 'content_too_large' });
  });
});

describe('strict evidence', () => {
  const openStrict = async (...given: Parameters<typeof openGateway>) => {
    const gateway = await open(...given);
    await gateway.call('governance_update', { policy: { evidence_mode: 'strict' } }, ROOT);
    return gateway;
  };

  it('is taken where the gateway has it', async () => {
    const gateway = await openStrict();
    const upload = { content: 'proof', mime: 'text/plain' };
    const { sha256 } = (await gateway.call('evidence_upload', upload)).facts;
    const { ref, facts } = await gateway.call('memory_store', {
      content: 'proven',
      evidence: [{ sha256 }],
    });
    expect(facts).toMatchObject({ ok: true, space: 'private:ann' });
    expect(await gateway.history(ref)).toMatchObject([{ evidence: [{ sha256 }] }, {}]);
  });

  it('is refused by its rule where the gateway does not have it', async () => {
    const gateway = await openStrict();
    const evidence = [{ sha256: 'ab'.repeat(32) }];
    const { facts, isError } = await gateway.call('memory_store', { content: 'x', evidence });
    expect(facts).toMatchObject({
      ...{ ok: false, action: 'reject', error_code: 'POLICY_REJECTED' },
      ...{ rule: 'evidence_unknown', retryable: true },
    });
    expect(isError).toBe(true);
    expect(await gateway.counts()).toMatchObject({ outbox_memory: 0, knowledge_candidates: 0 });
  });

  it('is a missing parameter of the result’s own namespace where it has no hash', async () => {
    const gateway = await openStrict();
    const given = { content: 'x', evidence: [{ note: 'no hash' }] };
    expect((await gateway.call('memory_store', given)).facts).toMatchObject({
      ...{ ok: false, action: 'reject', error_code: 'MISSING_REQUIRED_PARAM' },
      ...{ rule: 'evidence_hash_missing', retryable: true },
    });
  });

  it('cannot be checked while the module is off, which is no decision of the policy', async () => {
    const gateway = await openStrict({ without: new Set(['evidence']) });
    const evidence = [{ sha256: 'ab'.repeat(32) }];
    const { ref, facts, isError } = await gateway.call('memory_store', { content: 'x', evidence });
    expect(facts).toMatchObject({
      ...{ ok: false, error_code: 'DEPENDENCY_MISSING', retryable: false },
    });
    expect(facts).not.toHaveProperty('action');
    expect(isError).toBe(true);
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'failed', reason: 'module:evidence' },
    ]);
    expect(gateway.openMemory.requests).toEqual([]);
  });

  it('does not matter where none is given', async () => {
    const gateway = await openStrict({ without: new Set(['evidence']) });
    expect((await gateway.call('memory_store', { content: 'x' })).facts).toMatchObject({
      ok: true,
    });
  });
});
