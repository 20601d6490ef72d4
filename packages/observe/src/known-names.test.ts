import { describe, expect, it } from 'vitest';
import { createKnownNames } from './known-names.js';
import { observed, shop } from './testing/shop.js';

const down = observed(shop.WAREHOUSE_DOWN({ warehouse: 'north' })).fault;
const unknown = observed(shop.NO_SUCH_TOOL({ tool: 'x' })).fault;

describe('createKnownNames', () => {
  it('learns a name from a call that worked, and from a failure that only a tool can have', () => {
    const names = createKnownNames();
    expect(names.admit('works', undefined)).toBe(true);
    expect(names.admit('fails', down)).toBe(true);
  });

  it('learns nothing from failures of the protocol, but keeps a learnt name', () => {
    const names = createKnownNames();
    expect(names.admit('order', unknown)).toBe(false);
    names.admit('order', undefined);
    expect(names.admit('order', unknown)).toBe(true);
  });

  it('has a limit, and keeps half of it for names that work', () => {
    const names = createKnownNames({ limit: 4 });
    const failing = ['a', 'b', 'c', 'd'].map((name) => names.admit(name, down));
    expect(failing).toEqual([true, true, false, false]);
    const working = ['e', 'f', 'g'].map((name) => names.admit(name, undefined));
    expect(working).toEqual([true, true, false]);
  });

  it('frees the place of a failing name once it works', () => {
    const names = createKnownNames({ limit: 4 });
    names.admit('a', down);
    names.admit('b', down);
    expect(names.admit('a', undefined)).toBe(true);
    expect(names.admit('c', down)).toBe(true);
  });

  it('rejects a name that is longer than a tool name may be', () => {
    const names = createKnownNames();
    expect(names.admit('x'.repeat(128), undefined)).toBe(true);
    expect(names.admit('x'.repeat(129), undefined)).toBe(false);
  });

  it('knows the given names from the start, and again after it was cleared', () => {
    const names = createKnownNames({ given: ['initialize'] });
    names.admit('order', undefined);
    names.clear();
    expect(names.admit('initialize', unknown)).toBe(true);
    expect(names.admit('order', unknown)).toBe(false);
  });

  it('learns nothing from a fault without a readable condition', () => {
    const hostile = Object.defineProperty(Object.create(down) as typeof down, 'condition', {
      get() {
        throw new Error('no');
      },
    });
    expect(createKnownNames().admit('order', hostile)).toBe(false);
  });
});
