import { closing, expectNoSecret, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { ANN, EVE, ROOT, SOMEBODY } from '../gate/testing/identities.js';
import { openGateway } from '../gate/testing/open-gateway.js';

const close = closing();
const open = async (...given: Parameters<typeof openGateway>) => close(await openGateway(...given));

const KEY = 'canary-of-the-admin-key-77';
const ON = { team_write_enabled: true };

const DEFAULTS = {
  allowlist_users: [],
  allowed_kinds: ['PROCEDURE', 'REVIEW_GUIDE', 'PITFALL', 'DECISION'],
  require_evidence: true,
  evidence_mode: 'compat',
  max_chars: 1200,
  bulk_max_chars: 200,
};

describeGateways('governance_update', (openOn) => {
  it('changes what is given and nothing else, one change after the other', async () => {
    const { call, history } = await openOn();
    const first = await call('governance_update', ON, ROOT);
    expect(first.facts).toEqual({
      ...{ ok: true, team_write_enabled: true, policy: DEFAULTS },
      correlation_id: first.ref,
    });
    expect(first.line).toBe('Governance changed. Writing to team and organisation spaces is on.');
    const policy = { allowed_kinds: [], max_chars: 5 };
    const second = await call('governance_update', { policy }, ROOT);
    expect(second.facts).toMatchObject({
      team_write_enabled: true,
      policy: { ...DEFAULTS, ...policy },
    });
    const third = await call('governance_update', { team_write_enabled: false }, ROOT);
    expect(third.facts).toMatchObject({ team_write_enabled: false, policy: { max_chars: 5 } });
    expect(await history(second.ref)).toMatchObject([
      { action: 'allow', actor: 'root', detail: JSON.stringify({ policy }) },
      { action: 'done', actor: 'root' },
    ]);
  });

  it('takes effect at once', async () => {
    const { call } = await openOn();
    const memory = {
      content: 'x',
      target_space: 'org',
      kind: 'DECISION',
      evidence: [{ note: 'x' }],
    };
    expect((await call('memory_store', memory)).facts).toMatchObject({ space: 'private:ann' });
    await call('governance_update', ON, ROOT);
    expect((await call('memory_store', memory)).facts).toMatchObject({ space: 'org' });
  });

  it('is of no effect where one setting cannot be written', async () => {
    const gateway = await openOn();
    await gateway.call('governance_update', ON, ROOT);
    const before = await gateway.counts();
    await gateway.db
      .updateTable('settings')
      .set({ value: '{' })
      .where('key', '=', 'policy_json')
      .execute();
    const fault = await faultOf(
      gateway.call('governance_update', { team_write_enabled: false }, ROOT),
    );
    expect(fault).toMatchObject({ reason: 'INTERNAL_ERROR', effect: 'none', retryable: false });
    expect(await gateway.logbook.settings.get('team_write_enabled')).toBe(true);
    expect(await gateway.history(fault.ref)).toMatchObject([
      { action: 'failed', reason: 'INTERNAL_ERROR' },
    ]);
    expect(await gateway.counts()).toEqual({ ...before, write_audit: before.write_audit + 1 });
  });
});

describe('a caller with the admin key', () => {
  it.each([
    ['a member', ANN],
    ['an unknown user', EVE],
    ['an administrator', ROOT],
  ])('may change governance: %s', async (_who, identity) => {
    const { call, logbook } = await open({ adminKey: KEY });
    const { facts } = await call('governance_update', { ...ON, admin_key: KEY }, identity);
    expect(facts).toMatchObject({ ok: true, team_write_enabled: true });
    expect(await logbook.settings.get('team_write_enabled')).toBe(true);
  });

  it.each([
    ['another key', 'canary-of-a-wrong-key'],
    ['half of it', KEY.slice(0, -1)],
    ['more of it', `${KEY}7`],
    ['the same in capitals', KEY.toUpperCase()],
  ])('is not one with %s, not even an administrator', async (_what, admin_key) => {
    for (const identity of [ANN, ROOT]) {
      const gateway = await open({ adminKey: KEY });
      const { ref, facts, line, isError } = await gateway.call(
        'governance_update',
        { ...ON, admin_key },
        identity,
      );
      expect(facts).toEqual({
        ...{ ok: false, action: 'reject', error_code: 'ADMIN_KEY_REJECTED' },
        ...{ message: 'The admin key is not valid', rule: 'admin_key_rejected' },
        ...{ retryable: false, correlation_id: ref },
      });
      expect([isError, line]).toEqual([true, 'ADMIN_KEY_REJECTED: The admin key is not valid']);
      expect(await gateway.history(ref)).toMatchObject([
        { action: 'reject', reason: 'policy:admin_key_rejected', rule: 'admin_key_rejected' },
      ]);
      expect(await gateway.counts()).toMatchObject({ settings: 0 });
    }
  });

  it('does not exist where the gateway has no key', async () => {
    const { call } = await open();
    for (const admin_key of ['undefined', '0', KEY]) {
      expect((await call('governance_update', { ...ON, admin_key })).facts).toMatchObject({
        ok: false,
        error_code: 'ADMIN_KEY_REJECTED',
      });
    }
  });
});

describe('a caller without the admin key', () => {
  it.each([
    ['a member', ANN, 'ann'],
    ['an unknown user', EVE, 'eve'],
  ])('is denied it: %s', async (_who, identity, actor) => {
    const gateway = await open({ adminKey: KEY });
    const update = { ...ON, policy: { max_chars: 5 } };
    const fault = await faultOf(gateway.call('governance_update', update, identity));
    expect(fault).toMatchObject({
      ...{ reason: 'GOVERNANCE_UPDATE_DENIED', code: -32002, retryable: false, effect: 'none' },
      context: { actor, setting: 'team_write_enabled, policy.max_chars' },
    });
    expect(await gateway.history(fault.ref)).toMatchObject([
      { action: 'reject', reason: 'GOVERNANCE_UPDATE_DENIED', actor },
    ]);
    expect(await gateway.counts()).toMatchObject({ settings: 0, write_audit: 1 });
  });

  it('is denied it where they only say to be an administrator', async () => {
    const gateway = await open();
    const claimed = gateway.call('governance_update', { ...ON, actor: 'root' }, SOMEBODY);
    expect(await faultOf(claimed)).toMatchObject({ reason: 'GOVERNANCE_UPDATE_DENIED' });
    expect(await gateway.counts()).toMatchObject({ settings: 0 });
  });

  it('needs none where the files are theirs, and is no administrator elsewhere for that', async () => {
    const gateway = await open();
    const owner = { user: 'ann', speaksForOthers: true, owner: true };
    expect((await gateway.call('governance_update', ON, owner)).facts).toMatchObject({ ok: true });
    expect(await gateway.logbook.users.find('ann')).toMatchObject({ role: 'member' });
    const named = gateway.call('governance_update', { ...ON, actor: 'bob' }, owner);
    expect(await faultOf(named)).toMatchObject({ reason: 'GOVERNANCE_UPDATE_DENIED' });
  });

  it('is denied it also under the name of an administrator that is nobody’s', async () => {
    const gateway = await open({ unknownActor: 'auto_create' });
    const fault = await faultOf(gateway.call('governance_update', ON, EVE));
    expect(fault.reason).toBe('GOVERNANCE_UPDATE_DENIED');
    expect(await gateway.logbook.users.find('eve')).toMatchObject({ role: 'member' });
  });
});

describe('the admin key', () => {
  it('is in no table, no reply and no fault, right or wrong', async () => {
    const gateway = await open({ adminKey: KEY });
    const wrong = 'canary-of-a-wrong-key';
    const shown: unknown[] = [];
    for (const admin_key of [KEY, wrong]) {
      shown.push(await gateway.call('governance_update', { ...ON, admin_key }));
      shown.push(await gateway.call('governance_update', { ...ON, admin_key }, ROOT));
      for (const bad of [
        { admin_key },
        { ...ON, admin_key: [admin_key] },
        { ...ON, admin_key: { [admin_key]: admin_key } },
        { ...ON, admin_key: admin_key.repeat(50) },
        { policy: { max_chars: 0 }, admin_key },
        { policy: { evidence_mode: admin_key }, admin_key },
      ]) {
        const fault = await faultOf(gateway.call('governance_update', bad));
        expectNoSecret(fault, KEY, wrong);
        shown.push(fault.context);
      }
    }
    const all = JSON.stringify(shown) + (await gateway.everything());
    expect(all).not.toContain(KEY);
    expect(all).not.toContain(wrong);
  });
});

describe('invalid values', () => {
  it.each([
    ['nothing', {}],
    ['an empty policy', { policy: {} }],
    ['a number below the limit', { policy: { max_chars: 0 } }],
    ['a number above it', { policy: { max_chars: 100_001 } }],
    ['a fraction', { policy: { bulk_max_chars: 1.5 } }],
    ['a kind that there is not', { policy: { allowed_kinds: ['RUMOUR'] } }],
    ['a name that cannot be one', { policy: { allowlist_users: ['a b'] } }],
    ['a mode that there is not', { policy: { evidence_mode: 'lax' } }],
    ['null', { policy: null }],
    ['a switch as a text', { team_write_enabled: 'true' }],
    ['a setting that there is not', { policy: { max_char: 5 } }],
    ['one good and one bad', { team_write_enabled: true, policy: { max_chars: -1 } }],
  ])('change nothing: %s', async (_what, update) => {
    const gateway = await open();
    const before = await gateway.everything();
    const fault = await faultOf(gateway.call('governance_update', update, ROOT));
    expect(fault).toMatchObject({ code: -32602, effect: 'none', retryable: false });
    expect(await gateway.everything()).toBe(before);
  });
});
