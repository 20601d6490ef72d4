import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEntries, sameAs } from './address-lists.js';

const entry = (address: string, index: number) => ({
  ...{ id: `*${index + 1}`, list: 'mcp-x', address, timeout: null },
  ...{ dynamic: false, disabled: false, comment: null },
});

const address = fc
  .tuple(fc.nat(3), fc.constantFrom('', '/32', '/31', '/24'))
  .map(([last, prefix]) => `10.0.0.${last}${prefix}`);

describe('compareEntries', () => {
  it('knows a network by every way to write it', () => {
    expect(sameAs('10.0.0.7')).toBe(sameAs('10.0.0.7/32'));
    expect(sameAs('10.1.2.3/8')).toBe(sameAs('10.0.0.0/8'));
    expect(sameAs('10.0.0.0/8')).not.toBe(sameAs('10.0.0.0/9'));
    expect(sameAs('10.0.0.1-10.0.0.9')).toBe('10.0.0.1-10.0.0.9');
  });

  it('asks for each change once, however it is written and repeated', () => {
    const changes = compareEntries([], ['10.0.0.7', '10.0.0.7/32'], ['10.0.0.8', '10.0.0.8/32']);
    expect(changes.adding).toHaveLength(1);
    expect(changes.notThere).toHaveLength(1);
  });

  it('leads to a list that has what was added and lacks what was removed, and then asks for nothing', () => {
    const lists = fc.array(address, { maxLength: 6 });
    fc.assert(
      fc.property(lists, lists, lists, (held, add, removed) => {
        const present = [...new Map(held.map((text) => [sameAs(text), text])).values()].map(entry);
        const wanted = new Set(add.map(sameAs));
        const remove = removed.filter((text) => !wanted.has(sameAs(text)));
        const { adding, removing } = compareEntries(present, add, remove);
        const gone = new Set(removing.map(({ id }) => id));
        const left = present.filter(({ id }) => !gone.has(id)).map((one) => one.address);
        const after = [...left, ...adding].map(entry);
        const keys = after.map((one) => sameAs(one.address));
        expect(new Set(keys).size).toBe(keys.length);
        for (const text of add) expect(keys).toContain(sameAs(text));
        for (const text of remove) expect(keys).not.toContain(sameAs(text));
        const again = compareEntries(after, add, remove);
        expect([again.adding, again.removing]).toEqual([[], []]);
      }),
    );
  });
});
