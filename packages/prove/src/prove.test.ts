import { beforeAll, describe, expect, it } from 'vitest';
import { defineSystem, prove, renderProof, toProofJson, type Proof } from './index.js';
import { alive, buildShop, createShopSystem } from './testing/shop-system.js';
import type { Defect } from './testing/shop.js';

let built: string;
beforeAll(async () => {
  built = await buildShop();
});

const stdio = { transports: ['stdio'] } as const;

/** The proof of a broken shop, on stdio. */
async function proofOf(defect: Defect, era: '2025-11-25' | '2026-07-28', timeout = 20_000) {
  const system = createShopSystem(built, defect);
  const proof = await prove(system, { ...stdio, eras: [era], timeout });
  expect(alive(system.pids)).toEqual([]);
  expect(proof.complete).toBe(false);
  return proof;
}

const missed = ({ results }: Proof) =>
  results.filter(({ outcome }) => outcome === 'missed').map(({ reason }) => reason);

const whyOf = ({ results }: Proof, reason: string) =>
  results.find((result) => result.reason === reason)?.why;

describe('a server that keeps its contract', () => {
  it('is proved over stdio and HTTP in three revisions, and leaves no process behind', async () => {
    const shop = createShopSystem(built);
    const system = defineSystem(shop);
    const seen: string[] = [];
    const proof = await prove(system, {
      onProgress: ({ result, done, total }) => seen.push(`${done}/${total} ${result.outcome}`),
    });
    expect(proof.results.filter(({ outcome }) => outcome !== 'provoked')).toEqual([]);
    expect(proof).toMatchObject({ complete: true, declared: 3, provoked: 3, undeclared: [] });
    expect(seen).toHaveLength(18);
    expect(seen.at(-1)).toBe('18/18 provoked');
    const [first] = JSON.parse(toProofJson(proof)).cells as unknown[];
    expect(first).toEqual({
      reason: 'OUT_OF_STOCK',
      code: -32010,
      transport: 'stdio',
      era: '2025-06-18',
      outcome: 'provoked',
      why: 'the last lamp is bought twice',
      reply: expect.stringMatching(/^\{"jsonrpc":"2\.0","id":\d+,"error":\{"code":-32010,.*\}$/),
    });
    const modern = proof.results.filter(({ era }) => era === '2026-07-28');
    expect(new Set(modern.map(({ code }) => code))).toEqual(new Set([-31010, -31011, -31012]));
    expect(renderProof(proof, { columns: 120 })).toContain('3 of 3 declared failures');
    expect(shop.pids).toHaveLength(6);
    expect(alive(shop.pids)).toEqual([]);
    expect(alive([process.pid])).toEqual([process.pid]);
  });

  it('is proved for what was selected', async () => {
    const system = createShopSystem(built);
    const reasons = ['UNKNOWN_ARTICLE'];
    const proof = await prove(system, { ...stdio, eras: ['2026-07-28'], reasons });
    expect(proof).toMatchObject({ complete: true, declared: 1, provoked: 1 });
    expect(proof.results).toHaveLength(1);
    await expect(prove(system, { reasons: ['NOTHING'] })).rejects.toThrow('unknown reason NOTHING');
  });
});

describe('a defect is found', () => {
  it('an undeclared failure, also where no provocation asked for it', async () => {
    const proof = await proofOf('undeclared', '2025-11-25');
    expect(missed(proof)).toEqual([]);
    expect(proof.undeclared).toEqual([{ transport: 'stdio', era: '2025-11-25', code: -32055 }]);
  });

  it('invalid text on standard output', async () => {
    const { undeclared } = await proofOf('prints', '2025-11-25');
    expect(undeclared).toEqual([{ transport: 'stdio', era: '2025-11-25', code: null }]);
  });

  it('a field that is missing', async () => {
    const proof = await proofOf('missing-field', '2025-11-25');
    expect(missed(proof)).toEqual([]);
    expect(proof.missingFields).toEqual([
      { reason: 'OUT_OF_STOCK', transport: 'stdio', era: '2025-11-25', field: 'left' },
    ]);
  });

  it('a number of another revision', async () => {
    const proof = await proofOf('wrong-number', '2026-07-28');
    expect(missed(proof)).toEqual(['OUT_OF_STOCK']);
    expect(whyOf(proof, 'OUT_OF_STOCK')).toContain('the number is not -31010');
    expect(proof.undeclared).toMatchObject([{ code: -32010, reason: 'OUT_OF_STOCK' }]);
  });

  it('an error where a result should tell it', async () => {
    const proof = await proofOf('wrong-surface', '2026-07-28');
    expect(missed(proof)).toEqual(['OUT_OF_STOCK', 'UNKNOWN_ARTICLE', 'SHOP_CLOSED']);
    expect(whyOf(proof, 'SHOP_CLOSED')).toContain('it is a JSON-RPC error and no result');
    expect(proof.undeclared).toEqual([]);
  });

  it('a failure that is never reached', async () => {
    const proof = await proofOf('never-closes', '2025-11-25');
    expect(missed(proof)).toEqual(['SHOP_CLOSED']);
    expect(whyOf(proof, 'SHOP_CLOSED')).toMatch(/^OUT_OF_STOCK \(-32010\) came/);
  });

  it('a process that dies in the middle', async () => {
    const proof = await proofOf('crash', '2025-11-25');
    expect(missed(proof)).toEqual(['SHOP_CLOSED']);
    expect(whyOf(proof, 'SHOP_CLOSED')).toContain('the server has ended with 7');
  });

  it('a reply that never comes', async () => {
    const proof = await proofOf('hang', '2025-11-25', 3000);
    expect(missed(proof)).toEqual(['SHOP_CLOSED']);
    expect(whyOf(proof, 'SHOP_CLOSED')).toBe('it was not done within 3000 ms');
  });

  it('and a process that will not end is ended', async () => {
    const system = createShopSystem(built, 'deaf');
    const proof = await prove(system, { ...stdio, eras: ['2025-11-25'] });
    expect(system.pids).toHaveLength(1);
    expect(alive(system.pids)).toEqual([]);
    expect(proof.complete).toBe(true);
  });
});
