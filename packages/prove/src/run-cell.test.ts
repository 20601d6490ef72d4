import { describe, expect, it } from 'vitest';
import {
  prove,
  toProofJson,
  type Provocation,
  type ResultForm,
  type System,
  type World,
} from './index.js';
import { shopContract } from './testing/shop.js';

const answer = (error: object) => {
  const message = { jsonrpc: '2.0', id: 1, error };
  return { text: JSON.stringify(message), message };
};

const closed = answer({
  code: -32012,
  message: 'closed',
  data: {
    domain: 'shop',
    reason: 'SHOP_CLOSED',
    code: -32012,
    category: 'hours',
    retryable: true,
    effect: 'none',
    recovery_strategy: 'retry_with_backoff',
    ref: 'corr-0123456789abcdef',
  },
});

const provokes = (more: Partial<Provocation<World>> = {}): Provocation<World> => ({
  reason: 'SHOP_CLOSED',
  cause: 'it is night',
  provoke: async () => closed,
  ...more,
});

const sold = {
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: 'sold' }], structuredContent: { ok: true } },
};

const shows = (more: Partial<ResultForm<World>> = {}): ResultForm<World> => ({
  name: 'buy succeeds',
  cause: 'somebody buys a lamp',
  expect: { isError: false, members: { ok: true } },
  show: async () => ({ text: JSON.stringify(sold), message: sold }),
  ...more,
});

/** A system with worlds of nothing but a switch, and what happened to them. */
function createSystem(more: Partial<System>): System & { readonly log: string[] } {
  const log: string[] = [];
  return {
    name: 'shop',
    contract: shopContract,
    transports: ['stdio'],
    eras: ['2025-11-25'],
    async open({ transport, era }) {
      log.push(`open ${transport} ${era}`);
      return { close: async () => void log.push(`close ${transport} ${era}`) };
    },
    provocations: [provokes()],
    log,
    ...more,
  };
}

const only = { reasons: ['SHOP_CLOSED'] };

describe('prove', () => {
  it('opens one world per cell and closes it', async () => {
    const system = createSystem({ transports: ['a', 'b'] });
    const proof = await prove(system, { ...only, concurrency: 1 });
    expect(proof.complete).toBe(true);
    expect(system.log).toEqual([
      'open a 2025-11-25',
      'close a 2025-11-25',
      'open b 2025-11-25',
      'close b 2025-11-25',
    ]);
  });

  it('opens two worlds at a time by default', async () => {
    let open = 0;
    let most = 0;
    const system = createSystem({
      transports: ['a', 'b', 'c', 'd'],
      async open() {
        most = Math.max(most, ++open);
        return { close: async () => void open-- };
      },
    });
    await prove(system, only);
    expect([open, most]).toEqual([0, 2]);
  });

  it('misses everything in a world that does not open', async () => {
    const system = createSystem({
      open: () => Promise.reject(new Error('no database', { cause: new Error('ECONNREFUSED') })),
    });
    const { complete, results } = await prove(system, only);
    expect(complete).toBe(false);
    expect(results[0]).toMatchObject({
      outcome: 'missed',
      why: 'the world did not open: no database: ECONNREFUSED',
    });
  });

  it('closes a world that opens too late', async () => {
    const log: string[] = [];
    const late = () =>
      new Promise<World>((resolve) =>
        setTimeout(() => resolve({ close: async () => void log.push('closed') }), 60),
      );
    const { complete } = await prove(createSystem({ open: late }), { ...only, openTimeout: 50 });
    expect(complete).toBe(false);
    expect(log).toEqual(['closed']);
  });

  it('goes on after a provocation that throws, and closes the world', async () => {
    const fails = () => {
      throw new Error('no such file');
    };
    const system = createSystem({
      provocations: [provokes({ variant: 'broken', provoke: fails }), provokes()],
    });
    const { results, complete } = await prove(system, only);
    expect(complete).toBe(false);
    expect(results.map(({ outcome, why }) => [outcome, why])).toEqual([
      ['missed', 'no such file'],
      ['provoked', 'it is night'],
    ]);
    expect(system.log.at(-1)).toBe('close stdio 2025-11-25');
  });

  it('is not complete where a failure is impossible everywhere, and opens no world for it', async () => {
    const system = createSystem({ provocations: [provokes({ impossible: () => 'no night' })] });
    const proof = await prove(system, only);
    expect(proof).toMatchObject({ complete: false, provoked: 0 });
    expect(proof.results).toMatchObject([{ outcome: 'impossible', why: 'no night' }]);
    expect(system.log).toEqual([]);
  });

  it('is complete where a failure is impossible in one cell and provoked in another', async () => {
    const impossible = ({ transport }: { transport: string }) =>
      transport === 'a' ? 'no night on a' : undefined;
    const system = createSystem({
      transports: ['a', 'b'],
      provocations: [provokes({ impossible })],
    });
    expect(await prove(system, only)).toMatchObject({ complete: true, provoked: 1 });
  });

  it('is not complete where a world does not close', async () => {
    const open = async () => ({ close: () => Promise.reject(new Error('still busy')) });
    const proof = await prove(createSystem({ open }), only);
    expect(proof.complete).toBe(false);
    expect(JSON.parse(toProofJson(proof))).toMatchObject({ unclosed: [{ why: 'still busy' }] });
  });

  it('misses a provocation that cannot tell whether it is possible', async () => {
    const impossible = () => {
      throw new Error('which night?');
    };
    const { results } = await prove(
      createSystem({ provocations: [provokes({ impossible })] }),
      only,
    );
    expect(results).toMatchObject([{ outcome: 'missed', why: 'which night?' }]);
  });

  it('says nothing of what it was stopped before, and closes what is open', async () => {
    const stop = new AbortController();
    const hangs = () => {
      stop.abort();
      return new Promise<never>(() => undefined);
    };
    const system = createSystem({
      transports: ['a', 'b'],
      provocations: [
        provokes({ variant: 'first' }),
        provokes({ variant: 'second', provoke: hangs }),
        provokes({ impossible: () => 'no night' }),
        provokes({ variant: 'last' }),
      ],
    });
    const proof = await prove(system, { ...only, concurrency: 1, signal: stop.signal });
    expect(proof.results.map(({ transport, outcome }) => `${transport} ${outcome}`)).toEqual([
      'a provoked',
      'a impossible',
    ]);
    expect(proof).toMatchObject({ complete: false, stopped: { done: 2, total: 8 } });
    expect(JSON.parse(toProofJson(proof))).toMatchObject({ stopped: { done: 2, total: 8 } });
    expect(system.log).toEqual(['open a 2025-11-25', 'close a 2025-11-25']);
  });

  it('is not stopped by what comes after the last result', async () => {
    const stop = new AbortController();
    const system = createSystem({});
    const { complete, stopped } = await prove(system, {
      ...only,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect({ complete, stopped }).toEqual({ complete: true, stopped: undefined });
  });

  it('says nothing of a world that was stopped while it opened', async () => {
    const stop = new AbortController();
    const log: string[] = [];
    const open = async () => {
      stop.abort();
      return { close: async () => void log.push('closed') };
    };
    const proof = await prove(createSystem({ open }), { ...only, signal: stop.signal });
    expect(proof).toMatchObject({ results: [], stopped: { done: 0, total: 1 } });
    expect(log).toEqual(['closed']);
  });
});

describe('prove, of result forms', () => {
  const both = { reasons: ['SHOP_CLOSED'], forms: ['buy succeeds'] };
  const onlyForms = { forms: ['buy succeeds'] };

  it('misses them in a world that does not open', async () => {
    const open = () => Promise.reject(new Error('no database'));
    const { forms, complete } = await prove(createSystem({ open, results: [shows()] }), onlyForms);
    expect(complete).toBe(false);
    expect(forms).toMatchObject([
      { outcome: 'missed', why: 'the world did not open: no database' },
    ]);
  });

  it('misses one that throws, or that cannot tell whether it is possible', async () => {
    const fails = () => {
      throw new Error('no such lamp');
    };
    for (const broken of [shows({ show: fails }), shows({ impossible: fails })]) {
      const proof = await prove(createSystem({ results: [broken] }), both);
      expect(proof).toMatchObject({ complete: false, provoked: 1, formsShown: 0 });
      expect(proof.forms).toMatchObject([{ outcome: 'missed', why: 'no such lamp' }]);
    }
  });

  it('is not complete where one is impossible everywhere, and is where one cell has shown it', async () => {
    const transports = ['a', 'b'];
    const proofOf = (impossible: NonNullable<ResultForm<World>['impossible']>) =>
      prove(createSystem({ transports, results: [shows({ impossible })] }), both);
    const never = await proofOf(() => 'no lamps');
    expect(never).toMatchObject({ complete: false, provoked: 1, formsShown: 0 });
    expect(never.forms.map(({ outcome }) => outcome)).toEqual(['impossible', 'impossible']);
    const once = await proofOf(({ transport }) => (transport === 'a' ? 'no lamps' : undefined));
    expect(once).toMatchObject({ complete: true, formsShown: 1 });
  });

  it('is not complete where one cell shows it and another does not', async () => {
    const show: ResultForm<World>['show'] = async (world, cell) =>
      cell.transport === 'a' ? shows().show(world, cell) : closed;
    const system = createSystem({ transports: ['a', 'b'], results: [shows({ show })] });
    expect(await prove(system, both)).toMatchObject({ complete: false, formsShown: 1 });
  });

  it('keeps the declared order, whatever is impossible', async () => {
    const results = [shows(), shows({ name: 'never', impossible: () => 'no lamps' }), shows()];
    const named = results.map((form, index) => ({ ...form, name: `form ${index}` }));
    const { forms } = await prove(createSystem({ transports: ['a', 'b'], results: named }));
    expect(forms.map(({ name, transport }) => `${name} ${transport}`)).toEqual([
      'form 0 a',
      'form 0 b',
      'form 1 a',
      'form 1 b',
      'form 2 a',
      'form 2 b',
    ]);
  });

  it('counts them where it is stopped', async () => {
    const stop = new AbortController();
    const show = () => {
      stop.abort();
      return new Promise<never>(() => undefined);
    };
    const system = createSystem({ results: [shows(), shows({ name: 'buy hangs', show })] });
    const proof = await prove(system, {
      reasons: ['SHOP_CLOSED'],
      forms: ['buy succeeds', 'buy hangs'],
      signal: stop.signal,
    });
    expect(proof).toMatchObject({ complete: false, stopped: { done: 2, total: 3 } });
    expect(proof.forms.map(({ name }) => name)).toEqual(['buy succeeds']);
  });
});

describe('lanes', () => {
  it('run side by side, each in its own order, and are reported in the order of declaration', async () => {
    const log: string[] = [];
    let open = (): void => undefined;
    const door = new Promise<void>((resolve) => (open = resolve));
    const step = (variant: string, lane: string | undefined, act: () => Promise<void>) =>
      provokes({
        variant,
        ...(lane !== undefined && { lane }),
        provoke: async () => {
          await act();
          log.push(variant);
          return closed;
        },
      });
    const provocations = [
      step('waits for the other lane', 'night', () => door),
      step('follows', 'night', async () => undefined),
      step('opens the door', undefined, async () => open()),
    ];
    const { results } = await prove(createSystem({ provocations }));
    // It would never come to the door if the lanes took turns.
    expect(log.filter((each) => each !== 'opens the door')).toEqual([
      ...['waits for the other lane', 'follows'],
    ]);
    expect(results.map(({ variant, outcome }) => [variant, outcome])).toEqual(
      provocations.map(({ variant }) => [variant, 'provoked']),
    );
  });
});
