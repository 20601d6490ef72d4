import { beforeAll, describe, expect, it } from 'vitest';
import { defineSystem, prove, renderProof, toProofJson } from './index.js';
import {
  alive,
  buildShop,
  createShopSystem,
  isShopResult,
  shopForms,
} from './testing/shop-system.js';
import type { Defect } from './testing/shop.js';

let built: string;
beforeAll(async () => {
  built = await buildShop();
});

const createSystem = (defect?: Defect) =>
  defineSystem({
    ...createShopSystem(built, defect),
    results: shopForms,
    isResult: isShopResult,
  });

const oneCell = { transports: ['stdio'], eras: ['2025-11-25'] } as const;

describe('a server that keeps its contract and declares results', () => {
  it('is proved over stdio and HTTP in three revisions, each world after its failures', async () => {
    const shop = createShopSystem(built);
    const seen: string[] = [];
    const proof = await prove(
      { ...shop, results: shopForms, isResult: isShopResult },
      {
        onProgress: ({ result, done, total }) => {
          const name = 'reason' in result ? result.reason : result.name;
          seen.push(`${done}/${total} ${name} ${result.transport} ${result.era}`);
        },
      },
    );
    expect(proof.forms.filter(({ outcome }) => outcome !== 'shown')).toEqual([]);
    expect(proof).toMatchObject({
      complete: true,
      declared: 3,
      provoked: 3,
      formsDeclared: 2,
      formsShown: 2,
      undeclared: [],
    });
    expect(proof.results).toHaveLength(18);
    expect(proof.forms).toHaveLength(12);
    expect(seen).toHaveLength(30);
    expect(seen.at(-1)).toMatch(/^30\/30 reserve refuses /);
    const inOneCell = seen.filter((line) => line.endsWith('http 2026-07-28'));
    expect(inOneCell.map((line) => line.split(' ').slice(1, -2).join(' '))).toEqual([
      'OUT_OF_STOCK',
      'UNKNOWN_ARTICLE',
      'SHOP_CLOSED',
      'reserve waits',
      'reserve refuses',
    ]);
    expect(alive(shop.pids)).toEqual([]);
  });

  it('is proved for the results that were selected, and for no failures then', async () => {
    const proof = await prove(createSystem(), { ...oneCell, forms: ['reserve refuses'] });
    expect(proof).toMatchObject({ complete: true, declared: 0, formsDeclared: 1, results: [] });
    expect(proof.forms).toEqual([
      {
        name: 'reserve refuses',
        transport: 'stdio',
        era: '2025-11-25',
        outcome: 'shown',
        why: 'somebody reserves a unicorn',
      },
    ]);
    expect(renderProof(proof, { columns: 100 })).toContain('shop: 1 of 1 declared results');
  });

  it('is proved for both where both were selected, and without results for reasons alone', async () => {
    const reasons = ['UNKNOWN_ARTICLE'];
    const both = await prove(createSystem(), { ...oneCell, reasons, forms: ['reserve waits'] });
    expect(both).toMatchObject({ complete: true, declared: 1, formsDeclared: 1 });
    const one = await prove(createSystem(), { ...oneCell, reasons });
    expect(one).toMatchObject({ complete: true, declared: 1, formsDeclared: 0, forms: [] });
    expect(toProofJson(one)).not.toContain('form');
  });

  it('has no other results', async () => {
    await expect(prove(createSystem(), { forms: ['reserve'] })).rejects.toThrow(
      new TypeError('unknown form reserve: choose reserve waits, reserve refuses'),
    );
    await expect(prove(createShopSystem(built), { forms: ['reserve'] })).rejects.toThrow(
      new TypeError('unknown form reserve'),
    );
  });
});

describe('a defect of results is found', () => {
  it('another result than the declared one', async () => {
    const proof = await prove(createSystem('reserves-all'), oneCell);
    expect(proof).toMatchObject({ complete: false, provoked: 3, formsShown: 1, undeclared: [] });
    expect(proof.forms).toMatchObject([
      { name: 'reserve waits', outcome: 'shown' },
      {
        name: 'reserve refuses',
        outcome: 'missed',
        why: expect.stringContaining('isError is false, not true'),
      },
    ]);
  });

  it('an undeclared failed result', async () => {
    const system = { ...createShopSystem(built), results: shopForms };
    const proof = await prove(system, oneCell);
    expect(proof).toMatchObject({ complete: false, formsShown: 2 });
    expect(proof.undeclared).toEqual([{ transport: 'stdio', era: '2025-11-25', code: null }]);
  });
});
