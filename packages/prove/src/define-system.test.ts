import { describe, expect, it } from 'vitest';
import { defineSystem, type Provocation, type System, type World } from './index.js';
import { shop, shopContract } from './testing/shop.js';

const provoke = () => Promise.reject(new Error('not called in this test'));

const all: readonly Provocation<World>[] = shop.definitions.map(({ reason }) => ({
  reason,
  cause: 'it happens',
  provoke,
}));

const define = (more: Partial<System>) => () =>
  defineSystem<World>({
    name: 'shop',
    contract: shopContract,
    transports: ['stdio'],
    eras: ['2025-11-25'],
    open: async () => ({ close: async () => undefined }),
    provocations: all,
    ...more,
  });

describe('defineSystem', () => {
  it('takes a system whose every reason is provoked, by several causes where they have names', () => {
    expect(define({})).not.toThrow();
    expect(define({ provocations: [...all, { ...all[0]!, variant: 'twice' }] })).not.toThrow();
  });

  it.each([
    [
      'a reason that is not declared',
      [...all, { ...all[0]!, reason: 'NOPE' }],
      'shop declares no NOPE',
    ],
    ['a reason that nothing provokes', all.slice(1), 'nothing provokes OUT_OF_STOCK'],
    ['the same cause twice', [...all, all[0]!], 'OUT_OF_STOCK is there twice'],
    ['no cause', [{ ...all[0]!, cause: ' ' }, ...all.slice(1)], 'OUT_OF_STOCK names no cause'],
  ])('refuses %s', (_, provocations, message) => {
    expect(define({ provocations })).toThrow(message);
  });

  const form = {
    name: 'reserve waits',
    cause: 'it is reserved',
    expect: { isError: false, members: { ok: true } },
    show: provoke,
  };

  it('takes result forms that have names of their own', () => {
    expect(define({ results: [form, { ...form, name: 'reserve refuses' }] })).not.toThrow();
  });

  it.each([
    ['the same name twice', [form, form], 'reserve waits is there twice'],
    ['the name of a failure', [{ ...form, name: 'SHOP_CLOSED' }], 'SHOP_CLOSED is there twice'],
    ['no name', [{ ...form, name: '' }], 'a result form has no name'],
    ['no cause', [{ ...form, cause: '' }], 'reserve waits names no cause'],
  ])('refuses a result form with %s', (_, results, message) => {
    expect(define({ results })).toThrow(message);
  });

  it('refuses an invalid contract, an unknown era, and an empty proof', () => {
    expect(define({ contract: shop as never })).toThrow('contract is a catalog');
    expect(define({ eras: ['2020-01-01' as never] })).toThrow('2020-01-01 is no era');
    expect(define({ transports: [] })).toThrow('it has no transport');
  });
});
