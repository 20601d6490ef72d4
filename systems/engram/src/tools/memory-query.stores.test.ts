import { closing, faultOf } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeGateways } from '../gate/testing/describe-gateways.js';
import { ANN, BOB, EVE, MALLORY, ROOT } from '../gate/testing/identities.js';
import { openGateway, type Answered, type TestGateway } from '../gate/testing/open-gateway.js';

const close = closing();
const open = async (...given: Parameters<typeof openGateway>) => close(await openGateway(...given));

interface Hit {
  readonly memory_id: string | null;
  readonly content: string;
  readonly space: string;
  readonly score?: number;
}

const hits = ({ facts }: Answered) => facts['results'] as readonly Hit[];
const contents = (answered: Answered) =>
  hits(answered)
    .map(({ content }) => content)
    .sort();

/** Something about rivers in every space. */
async function fill({ call }: TestGateway): Promise<void> {
  const policy = { allowed_kinds: [], require_evidence: false };
  await call('governance_update', { team_write_enabled: true, policy }, ROOT);
  for (const [content, target_space, identity] of [
    ['river of ann', 'private:ann', ANN],
    ['river of bob', 'private:bob', BOB],
    ['river of core', 'team:core', ANN],
    ['river of ops', 'team:ops', BOB],
    ['river of all', 'org', BOB],
    ['river of nobody', 'private:unknown', EVE],
  ] as const) {
    const { facts } = await call('memory_store', { content, target_space }, identity);
    expect(facts).toMatchObject({ ok: true, space: target_space, memory_id: expect.any(String) });
  }
}

describeGateways('memory_query', (openOn, createUrl) => {
  describe.each([
    ['found in OpenMemory', false],
    ['found in the Logbook while OpenMemory is away', true],
  ])('%s', (_where, away) => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await openGateway({ url: await createUrl() });
      await fill(gateway);
      if (away) await gateway.openMemory.stop();
    });
    afterAll(() => gateway.close());

    it('looks into the own private space and all shared ones by default', async () => {
      const { call } = gateway;
      const shared = ['river of all', 'river of core', 'river of ops'];
      const query = { query: 'River' };
      expect(contents(await call('memory_query', query))).toEqual(
        [...shared, 'river of ann'].sort(),
      );
      expect(contents(await call('memory_query', query, BOB))).toEqual(
        [...shared, 'river of bob'].sort(),
      );
      // Of private spaces a guest sees only the one that all guests share.
      for (const guest of [EVE, MALLORY]) {
        expect(contents(await call('memory_query', query, guest))).toEqual(
          [...shared, 'river of nobody'].sort(),
        );
      }
    });

    it('looks only into the given spaces, and once into each', async () => {
      const { call } = gateway;
      const query = (spaces: readonly string[]) => call('memory_query', { query: 'river', spaces });
      expect(contents(await query(['team:ops', 'org', 'org']))).toEqual([
        'river of all',
        'river of ops',
      ]);
      expect(contents(await query(['team:empty']))).toEqual([]);
      expect(contents(await query(['private:ann']))).toEqual(['river of ann']);
    });

    it('gives no more than asked for', async () => {
      const { call } = gateway;
      expect(hits(await call('memory_query', { query: 'river', top_k: 2 }))).toHaveLength(2);
      expect(hits(await call('memory_query', { query: 'river', top_k: 100 }))).toHaveLength(4);
    });

    it.each([
      ['private_of_another', 'private:bob', ANN],
      ['private_of_another', 'private:unknown', ANN],
      ['private_of_another', 'private:ann', EVE],
      ['private_of_another', 'private:eve', EVE],
      ['unknown_space', 'weird:x', ANN],
    ])('does not look where it may not: %s of %s', async (rule, space, identity) => {
      const { call, openMemory, history } = gateway;
      const before = openMemory.requests.length;
      const fault = await faultOf(
        call('memory_query', { query: 'river', spaces: ['org', space] }, identity),
      );
      expect(fault).toMatchObject({
        ...{ reason: 'POLICY_REJECT', retryable: false, effect: 'none' },
        context: { rule, tool: 'memory_query', actor: identity.user },
      });
      expect(openMemory.requests).toHaveLength(before);
      expect(await history(fault.ref)).toMatchObject([
        { action: 'reject', reason: 'POLICY_REJECT', actor: identity.user },
      ]);
    });
  });

  it('takes what is asked for as words, not as a pattern', async () => {
    const { call, openMemory } = await openOn();
    await call('memory_store', { content: 'a hundred percent' });
    for (const query of ['%', '_', '"', "'", 'a%percent', '\\', '*', 'hundred OR river', 'NEAR(']) {
      const answered = await call('memory_query', { query });
      expect(answered.facts).toMatchObject({ ok: true });
      expect(answered.facts).not.toHaveProperty('degraded');
    }
    await openMemory.stop();
    for (const query of ['%', '_', 'a%percent', '\\', "'"]) {
      const { facts } = await call('memory_query', { query });
      expect(facts).toMatchObject({ degraded: true, results: [] });
    }
  });
});

describe('an answer of OpenMemory', () => {
  it('is ordered by how well it fits, and leaves no trace in the audit', async () => {
    const gateway = await open();
    await gateway.call('memory_store', {
      content: 'one river among many other words that say little',
    });
    await gateway.call('memory_store', { content: 'river river' });
    const answered = await gateway.call('memory_query', { query: 'river' });
    expect(answered.facts).toMatchObject({ ok: true, correlation_id: answered.ref });
    expect(answered.line).toBe('2 memories found.');
    const scores = hits(answered).map(({ score }) => score!);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(hits(answered)[0]!.content).toBe('river river');
    expect(await gateway.history(answered.ref)).toEqual([]);
  });
});

describe('a degraded answer', () => {
  it.each([
    ['stopped', (g: TestGateway) => g.openMemory.stop(), 'OPENMEMORY_CONNECTION_FAILED'],
    ['failing', async (g: TestGateway) => g.openMemory.failWith(503), 'OPENMEMORY_API_ERROR'],
    ['locked', async (g: TestGateway) => g.openMemory.setApiKey('other'), 'OPENMEMORY_API_ERROR'],
    [
      'babbling',
      async (g: TestGateway) => g.openMemory.answerNonsense('text'),
      'OPENMEMORY_UNAVAILABLE',
    ],
  ])('comes while OpenMemory is %s, says so first and is recorded', async (_how, spoil, reason) => {
    const gateway = await open();
    const { facts } = await gateway.call('memory_store', { content: 'the old river' });
    await spoil(gateway);
    const answered = await gateway.call('memory_query', { query: 'river old' });
    expect(answered.facts).toMatchObject({
      ok: true,
      degraded: true,
      results: [{ memory_id: facts['memory_id'], content: 'the old river', user: 'ann' }],
      message: expect.stringMatching(/OpenMemory/),
    });
    expect(answered.isError).toBe(false);
    expect(answered.line).toMatch(/^DEGRADED: OpenMemory could not be searched \(.*\); 1 from/);
    expect(await gateway.history(answered.ref)).toMatchObject([{ action: 'degraded', reason }]);
  });

  it('has what still waits in the outbox, without an id', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    await gateway.call('memory_store', { content: 'the new river' });
    expect(hits(await gateway.call('memory_query', { query: 'new' }))).toMatchObject([
      { memory_id: null, content: 'the new river', space: 'private:ann' },
    ]);
  });

  it('is no way into a space for an OpenMemory that does not look at spaces', async () => {
    const gateway = await open({
      around: (client) => ({
        search: (query, options) =>
          client.search({ ...query, spaces: ['private:bob', 'team:core'] }, options),
      }),
    });
    await fill(gateway);
    const found = await gateway.call('memory_query', { query: 'river', spaces: ['team:core'] });
    expect(contents(found)).toEqual(['river of core']);
  });

  it('has the spaces last written to, and says which', async () => {
    const gateway = await open();
    await fill(gateway);
    for (let n = 0; n < 18; n++) {
      const given = { content: 'x', target_space: `org:!${n}` };
      await gateway.call('memory_store', given, BOB);
    }
    await gateway.call('memory_store', { content: 'river again', target_space: 'team:zzz' }, BOB);
    const found = await gateway.call('memory_query', { query: 'river again' });
    expect(contents(found)).toContain('river again');
    expect(found.facts['spaces']).toHaveLength(20);
    expect(found.facts['spaces']).toContain('team:zzz');
  });

  it('takes any of the words, as OpenMemory does', async () => {
    const gateway = await open();
    await gateway.call('memory_store', { content: 'the new river' });
    await gateway.openMemory.stop();
    expect(hits(await gateway.call('memory_query', { query: 'new lake' }))).toHaveLength(1);
    expect(hits(await gateway.call('memory_query', { query: 'old lake' }))).toEqual([]);
  });

  it('is not needed to find what waits for an OpenMemory that is back', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    const { facts } = await gateway.call('memory_store', { content: 'the patient river' });
    expect(facts).toMatchObject({ action: 'redirect' });
    await gateway.openMemory.start();
    gateway.advance(3_600_000);
    const found = await gateway.call('memory_query', { query: 'patient' });
    expect(found.facts).toMatchObject({
      ok: true,
      results: [{ memory_id: null, content: 'the patient river' }],
    });
    expect(found.facts).not.toHaveProperty('degraded');
  });

  it.each([400, 413, 422])(
    'does not come where the question is refused with %i',
    async (status) => {
      const gateway = await open();
      gateway.openMemory.failWith(status);
      const fault = await faultOf(gateway.call('memory_query', { query: 'x' }));
      expect(fault).toMatchObject({
        ...{ reason: 'OPENMEMORY_API_ERROR', retryable: false, effect: 'none' },
        context: { status },
      });
      expect(await gateway.history(fault.ref)).toMatchObject([{ action: 'failed' }]);
    },
  );

  it('cannot come where the Logbook is away as well', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    await gateway.db.schema.dropTable('knowledge_candidates').execute();
    const query = { query: 'x', spaces: ['private:ann'] };
    expect(await faultOf(gateway.call('memory_query', query))).toMatchObject({
      reason: 'LOGBOOK_DB_CHECK_FAILED',
      retryable: false,
    });
  });

  it('is given also where it cannot be recorded', async () => {
    const gateway = await open();
    await gateway.openMemory.stop();
    await gateway.db.schema.dropTable('write_audit').execute();
    const { ref, facts } = await gateway.call('memory_query', { query: 'x' });
    expect(facts).toMatchObject({ ok: true, degraded: true });
    expect(gateway.unrecorded).toMatchObject([{ action: 'degraded', correlation_id: ref }]);
  });
});

describe('a caller who no longer waits', () => {
  it('gets no degraded answer, and nothing is recorded', async () => {
    const leaving = new AbortController();
    const gateway = await open({
      around: ({ search }) => ({
        search: (...args) => {
          const found = search(...args);
          leaving.abort();
          return found;
        },
      }),
    });
    await expect(
      gateway.call('memory_query', { query: 'x' }, ANN, leaving.signal),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(await gateway.counts()).toMatchObject({ write_audit: 0 });
  });
});
