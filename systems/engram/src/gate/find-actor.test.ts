import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { claimOf } from './find-actor.js';
import { ANN, EVE, SOMEBODY } from './testing/identities.js';
import { openGateway } from './testing/open-gateway.js';

const close = closing();
const open = async (...given: Parameters<typeof openGateway>) => close(await openGateway(...given));

const OWNER = { user: 'ann', speaksForOthers: true };

describe('whom a call is made by', () => {
  it.each([
    [ANN, undefined, 'ann'],
    [ANN, 'ann', 'ann'],
    [OWNER, undefined, 'ann'],
    [OWNER, 'bob', 'bob'],
    [SOMEBODY, 'bob', 'bob'],
  ])('%j who says %j is %s', (identity, named, id) => {
    expect(claimOf(identity, named, 'memory_store')).toBe(id);
  });

  it.each(['bob', 'unknown', 'Ann', 'root'])('cannot be %s with Ann’s own token', async (actor) => {
    const gateway = await open();
    const before = await gateway.everything();
    const fault = await faultOf(gateway.call('memory_store', { content: 'x', actor }));
    expect(fault).toMatchObject({
      reason: 'INVALID_PARAM_VALUE',
      context: { param: 'actor', tool: 'memory_store' },
    });
    expect(await gateway.everything()).toBe(before);
  });

  it('is whom a shared token names', async () => {
    const { call, history } = await open();
    const { ref, facts } = await call('memory_store', { content: 'x', actor: 'bob' }, SOMEBODY);
    expect(facts).toMatchObject({ space: 'private:bob' });
    expect(await history(ref)).toMatchObject([{ actor: 'bob' }, { actor: 'bob' }]);
  });
});

const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['memory_store', { content: 'x' }],
  ['memory_query', { query: 'x' }],
  ['memory_get', { memory_id: 'x' }],
  ['memory_delete', { memory_id: 'x' }],
  ['reliability_report', {}],
  ['governance_update', { team_write_enabled: true }],
  ['evidence_upload', { content: 'x', mime: 'text/plain' }],
  ['evidence_read', { sha256: 'ab'.repeat(32) }],
];

describe.each(['reject', 'degrade', 'auto_create'] as const)(
  'a call without an identity, where unknown actors are treated by %s',
  (unknownActor) => {
    it.each(CALLS)('is refused by %s, and recorded', async (tool, args) => {
      const gateway = await open({ unknownActor });
      const before = await gateway.counts();
      for (const actor of [undefined, 'unknown']) {
        const given = { ...args, ...(actor !== undefined && { actor }) };
        const fault = await faultOf(gateway.call(tool, given, SOMEBODY));
        expect(fault).toMatchObject({
          ...{ reason: 'ACTOR_UNKNOWN', code: -32002, retryable: false, effect: 'none' },
          ...{ context: {}, details: 'The call does not say who is asking' },
        });
        expect(await gateway.history(fault.ref)).toMatchObject([
          { action: 'reject', reason: 'ACTOR_UNKNOWN', actor: 'unknown', tool },
        ]);
      }
      expect(await gateway.counts()).toEqual({ ...before, write_audit: before.write_audit + 2 });
      expect(gateway.openMemory.requests).toEqual([]);
    });
  },
);

describe('an actor who is not registered', () => {
  it('is a guest where the gateway degrades', async () => {
    const { call, logbook } = await open({ unknownActor: 'degrade' });
    const { facts } = await call('memory_store', { content: 'x' }, EVE);
    expect(facts).toMatchObject({ ok: true, space: 'private:unknown' });
    expect(await logbook.users.find('eve')).toBeUndefined();
  });

  it('is made a member where the gateway does that, once', async () => {
    const { call, logbook, counts } = await open({ unknownActor: 'auto_create' });
    for (const content of ['x', 'y']) {
      const { facts } = await call('memory_store', { content }, EVE);
      expect(facts).toMatchObject({ ok: true, space: 'private:eve' });
    }
    expect(await logbook.users.find('eve')).toMatchObject({ role: 'member' });
    expect(await counts()).toMatchObject({ users: 4 });
  });

  it.each(CALLS)('may not use %s where the gateway rejects', async (tool, args) => {
    const gateway = await open({ unknownActor: 'reject' });
    const before = await gateway.counts();
    const fault = await faultOf(gateway.call(tool, args, EVE));
    expect(fault).toMatchObject({
      ...{ reason: 'ACTOR_UNKNOWN', code: -32002, retryable: false, effect: 'none' },
      ...{ context: { actor: 'eve' }, details: 'The actor is not registered: eve' },
    });
    expect(await gateway.history(fault.ref)).toMatchObject([
      { action: 'reject', reason: 'ACTOR_UNKNOWN', actor: 'eve', tool },
    ]);
    expect(await gateway.counts()).toEqual({ ...before, write_audit: before.write_audit + 1 });
    expect(gateway.openMemory.requests).toEqual([]);
  });
});
