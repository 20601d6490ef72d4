import { closing, faultOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { ANN, BOB, EVE } from '../gate/testing/identities.js';
import { openGateway, type TestGateway } from '../gate/testing/open-gateway.js';

const close = closing();
const open = async (...given: Parameters<typeof openGateway>) => close(await openGateway(...given));

const waiting = ({ logbook }: TestGateway) => logbook.outbox.list({ status: 'pending', limit: 10 });
const sent = ({ logbook }: TestGateway) => logbook.outbox.list({ status: 'sent', limit: 10 });
const candidates = ({ db }: TestGateway) =>
  db.selectFrom('knowledge_candidates').selectAll().execute();

describeGateways('memory_store', (openOn) => {
  it('stores in the private space of the caller, and says where', async () => {
    const gateway = await openOn();
    const { ref, facts, line, isError } = await gateway.call('memory_store', {
      content: 'Teal is the colour',
      kind: 'FACT',
      metadata: { from: 'a talk' },
      evidence: [{ note: 'heard' }],
    });
    const memory_id = facts['memory_id'] as string;
    expect(facts).toEqual({
      ok: true,
      memory_id: expect.stringMatching(/./),
      space: 'private:ann',
      correlation_id: ref,
    });
    expect([isError, line]).toEqual([false, `Stored as ${memory_id} in private:ann.`]);
    expect(await gateway.history(ref)).toMatchObject([
      { actor: 'ann', tool: 'memory_store', action: 'allow', space: 'private:ann' },
      { actor: 'ann', tool: 'memory_store', action: 'done', memory_id, outbox_id: 1 },
    ]);
    expect(await sent(gateway)).toMatchObject([
      { memory_id, correlation_id: ref, payload: undefined, attempts: 0, lease_owner: null },
    ]);
    expect(await candidates(gateway)).toMatchObject([
      { memory_id, content: 'Teal is the colour', actor: 'ann', kind: 'FACT', outbox_id: 1 },
    ]);
    const { facts: got } = await gateway.call('memory_get', { memory_id });
    expect(got['memory']).toMatchObject({
      ...{ content: 'Teal is the colour', kind: 'FACT', user: 'ann', space: 'private:ann' },
      metadata: { from: 'a talk', evidence: [{ note: 'heard' }] },
    });
  });

  it('keeps in the outbox what OpenMemory cannot take now, and the worker brings it there once', async () => {
    const gateway = await openOn();
    await gateway.openMemory.stop();
    const { ref, facts, isError } = await gateway.call('memory_store', { content: 'later' });
    expect(facts).toMatchObject({
      ok: true,
      action: 'redirect',
      outbox_id: 1,
      space: 'private:ann',
    });
    expect([isError, facts['memory_id']]).toEqual([false, undefined]);
    expect(await waiting(gateway)).toMatchObject([
      { id: 1, attempts: 1, lease_owner: null, payload: { content: 'later', user_id: 'ann' } },
    ]);
    expect(await candidates(gateway)).toMatchObject([{ content: 'later', memory_id: null }]);
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'allow' },
      { action: 'deferred', outbox_id: 1, reason: 'OPENMEMORY_CONNECTION_FAILED' },
    ]);

    await gateway.openMemory.start();
    expect(await gateway.worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
    gateway.advance(80_000);
    expect(await gateway.worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
    const [row] = await sent(gateway);
    expect(row).toMatchObject({ id: 1, payload: undefined, last_error: null });
    expect(await candidates(gateway)).toMatchObject([{ memory_id: row!.memory_id }]);
    expect((await gateway.history(ref)).map(({ action }) => action)).toEqual([
      'allow',
      'deferred',
      'done',
    ]);
    expect(await gateway.call('memory_query', { query: 'later' })).toMatchObject({
      facts: { results: [{ memory_id: row!.memory_id, content: 'later' }] },
    });
  });

  it('removes all but the audit where OpenMemory refuses the content', async () => {
    const gateway = await openOn({ maxContentBytes: 10 });
    const fault = await faultOf(gateway.call('memory_store', { content: 'eleven byte' }));
    expect(fault).toMatchObject({
      ...{ reason: 'OPENMEMORY_API_ERROR', retryable: false, effect: 'none' },
      context: { status: 413 },
    });
    expect(await gateway.counts()).toMatchObject({ outbox_memory: 0, knowledge_candidates: 0 });
    expect(await gateway.history(fault.ref)).toMatchObject([
      { action: 'allow' },
      { action: 'failed', reason: 'OPENMEMORY_API_ERROR' },
    ]);
    expect(await gateway.everything()).not.toContain('eleven byte');
    gateway.advance(3_600_000);
    expect(await gateway.worker.runOnce()).toEqual({ sent: 0, retried: 0, dead: 0 });
  });

  it('says that it is stored where the end cannot be noted, and the worker finds the same memory', async () => {
    const gateway = await openOn();
    await gateway.db.schema
      .alterTable('knowledge_candidates')
      .renameColumn('memory_id', 'gone')
      .execute();
    const { facts } = await gateway.call('memory_store', { content: 'half noted' });
    expect(facts).toMatchObject({ ok: true, memory_id: expect.any(String) });
    expect(await waiting(gateway)).toMatchObject([
      { attempts: 0, lease_owner: expect.stringMatching(/^store\//) },
    ]);

    await gateway.db.schema
      .alterTable('knowledge_candidates')
      .renameColumn('gone', 'memory_id')
      .execute();
    gateway.advance(100_000); // longer than the lease of the call that stored it
    expect(await gateway.worker.runOnce()).toEqual({ sent: 1, retried: 0, dead: 0 });
    expect(await sent(gateway)).toMatchObject([{ memory_id: facts['memory_id'] }]);
    expect(await candidates(gateway)).toMatchObject([{ memory_id: facts['memory_id'] }]);
  });
});

describe('an OpenMemory that refuses the key', () => {
  it('does not cost the memory: it waits until the key is right again', async () => {
    const gateway = await open();
    gateway.openMemory.setApiKey('another-key');
    const { ref, facts } = await gateway.call('memory_store', { content: 'locked out' });
    expect(facts).toMatchObject({ ok: true, action: 'redirect', outbox_id: 1 });
    expect(facts['message']).toBe(
      'OpenMemory refuses the gateway (OpenMemory returned an error: 401): an operator has to act',
    );
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'allow' },
      { action: 'deferred', reason: 'OPENMEMORY_API_ERROR' },
    ]);
    gateway.openMemory.setApiKey('key-of-openmemory');
    gateway.advance(80_000);
    expect(await gateway.worker.runOnce()).toMatchObject({ sent: 1 });
  });
});

describe.each([
  ['an answer that is not JSON', (g: TestGateway) => g.openMemory.answerNonsense('text')],
  ['success: false', (g: TestGateway) => g.openMemory.answerNonsense('failure')],
  ['half an answer', (g: TestGateway) => g.openMemory.cutBodies(true)],
  ['503', (g: TestGateway) => g.openMemory.failWith(503)],
  ['429', (g: TestGateway) => g.openMemory.failWith(429)],
])('after %s', (_what, spoil) => {
  it('the memory waits, and is in OpenMemory once in the end', async () => {
    const gateway = await open();
    spoil(gateway);
    expect((await gateway.call('memory_store', { content: 'once only' })).facts).toMatchObject({
      ok: true,
      action: 'redirect',
    });
    gateway.openMemory.answerNonsense(undefined);
    gateway.openMemory.cutBodies(false);
    gateway.openMemory.failWith(undefined);
    gateway.advance(80_000);
    expect(await gateway.worker.runOnce()).toMatchObject({ sent: 1 });
    const { facts } = await gateway.call('memory_query', { query: 'once only' });
    expect(facts['results']).toHaveLength(1);
  });
});

describe('what waits in the outbox', () => {
  it('is given up in the end: it is still found, and the audit says dead', async () => {
    // A minute, two, four and eight between five tries.
    const gateway = await open({ keepTrying: 15 * 60_000 });
    gateway.openMemory.failWith(503);
    const { ref } = await gateway.call('memory_store', { content: 'hopeless' });
    for (let round = 0; round < 4; round++) {
      gateway.advance(3_600_000 * 1.5);
      await gateway.worker.runOnce();
    }
    const [row] = await gateway.logbook.outbox.list({ status: 'dead', limit: 10 });
    expect(row).toMatchObject({ attempts: 5, payload: { content: 'hopeless' } });
    expect(await candidates(gateway)).toMatchObject([{ content: 'hopeless', memory_id: null }]);
    expect((await gateway.history(ref)).map(({ action }) => action)).toEqual([
      'allow',
      'deferred',
      'dead',
    ]);

    gateway.openMemory.failWith(undefined);
    expect(await gateway.logbook.outbox.requeue()).toBe(1);
    gateway.advance(60_000);
    expect(await gateway.worker.runOnce()).toMatchObject({ sent: 1 });
    expect(await candidates(gateway)).toMatchObject([
      { content: 'hopeless', actor: 'ann', memory_id: expect.any(String) as string },
    ]);
  });

  it('is not sent by a gateway with another OpenMemory', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    await gateway.call('memory_store', { content: 'for this one' });
    await gateway.openMemory.start();
    gateway.advance(3_600_000);
    const { outbox } = gateway.logbook;
    const lease = { workerId: 'other', limit: 10, leaseMs: 1_000 };
    expect(await outbox.claim({ ...lease, destination: 'http://another' })).toEqual([]);
    expect(await outbox.requeue('http://another')).toBe(1);
    expect(await outbox.claim({ ...lease, destination: 'http://another' })).toHaveLength(1);
  });

  it('uses up no try while the breaker is open', async () => {
    const gateway = await open();
    gateway.openMemory.failWith(503);
    // Five failures open the breaker.
    for (let i = 0; i < 5; i++) await gateway.call('memory_store', { content: `try ${i}` });
    const before = gateway.openMemory.requests.length;
    const { ref, facts } = await gateway.call('memory_store', { content: 'not even tried' });
    expect(facts).toMatchObject({ ok: true, action: 'redirect' });
    expect(gateway.openMemory.requests).toHaveLength(before);
    const id = facts['outbox_id'] as number;
    expect(await gateway.logbook.outbox.find(id)).toMatchObject({ attempts: 0, status: 'pending' });
    expect(await gateway.history(ref)).toMatchObject([
      { action: 'allow' },
      { action: 'deferred', reason: 'OPENMEMORY_UNAVAILABLE' },
    ]);
    gateway.openMemory.failWith(undefined);
    gateway.advance(31_000);
    expect(await gateway.worker.runOnce()).toMatchObject({ sent: 1 });
  });
});

describeGateways('memory_store of a text that another user has', (open) => {
  it.each([
    ['in private', 'private:ann'],
    ['in the space of guests', 'private:unknown'],
  ])('is answered as if it were new: %s', async (_where, space) => {
    const gateway = await open();
    const owner = space === 'private:ann' ? ANN : EVE;
    const held = await gateway.call(
      'memory_store',
      { content: 'known', target_space: space },
      owner,
    );
    const same = await gateway.call('memory_store', { content: 'known' }, BOB);
    const other = await gateway.call('memory_store', { content: 'fresh' }, BOB);
    expect(Object.keys(same.facts)).toEqual(Object.keys(other.facts));
    expect(same.facts).toMatchObject({ ok: true, space: 'private:bob' });
    expect(same.facts['memory_id']).not.toBe(held.facts['memory_id']);
    const general = ({ text, ref, facts }: typeof same) =>
      text.replaceAll(ref, '').replaceAll(String(facts['memory_id']), '');
    expect(general(same)).toBe(general(other));
  });
});
