import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Registry, type Listed } from './registry.js';

const entry = (key: string): Listed => ({ key, listed: { name: key } });
const keys = fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 40 });
const size = fc.integer({ min: 1, max: 12 });

const registryOf = (names: readonly string[], pageSize: number): Registry<Listed> => {
  const registry = new Registry('things', pageSize, true);
  names.forEach((name) => registry.add(entry(name)));
  return registry;
};

/** Walk through all pages; `between` may change the list after each. */
function walk(registry: Registry<Listed>, between: (page: number) => void = () => undefined) {
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: unknown;
  do {
    const page = registry.page(cursor) as { things: { name: string }[]; nextCursor?: string };
    seen.push(...page.things.map(({ name }) => name));
    sizes.push(page.things.length);
    cursor = page.nextCursor;
    between(sizes.length);
  } while (cursor !== undefined);
  return { seen, sizes };
}

describe('pages', () => {
  it('hold every entry once, in order, and are full but for the last', () => {
    fc.assert(
      fc.property(keys, size, (names, pageSize) => {
        const { seen, sizes } = walk(registryOf(names, pageSize));
        expect(seen).toEqual(names);
        expect(sizes.slice(0, -1).every((count) => count === pageSize)).toBe(true);
      }),
    );
  });

  it('leave nothing out and tell nothing twice when entries come in between', () => {
    fc.assert(
      fc.property(keys, size, (names, pageSize) => {
        const registry = registryOf(names, pageSize);
        const { seen } = walk(registry, (page) => {
          if (page <= 3 && !names.includes(`new ${page}`)) registry.add(entry(`new ${page}`));
        });
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((name) => names.includes(name))).toEqual(names);
      }),
    );
  });

  it('leave nothing out when entries are added in between', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 4, maxLength: 30 }), (names) => {
        const registry = registryOf(names, 3);
        // Any but the last one told, which the cursor names.
        const { seen } = walk(registry, (page) => page === 1 && registry.remove(names[0]!));
        expect(seen).toEqual(names);
      }),
    );
  });

  it('refuse every foreign cursor', () => {
    const registry = registryOf(['a', 'b', 'c'], 1);
    const given = new Set(['YQ', 'Yg', 'Yw']);
    fc.assert(
      fc.property(fc.anything(), (cursor) => {
        fc.pre(cursor !== undefined && !given.has(cursor as string));
        expect(() => registry.page(cursor)).toThrow(/cursor/);
      }),
    );
  });
});
