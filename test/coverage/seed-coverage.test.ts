import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extractItems, keyOf, readCoverage, type SeedItem } from './read-coverage.js';
import { isOnTheWire, LIBRARY_ROWS, REACHES_A_SERVER, wireCell } from './wire-tests.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INVENTORY = join(ROOT, 'test/coverage/inventory.json');

const inventory = JSON.parse(readFileSync(INVENTORY, 'utf8')) as SeedItem[];
const rows = readCoverage(readFileSync(join(ROOT, 'docs/seed-coverage.md'), 'utf8'));

describe('docs/seed-coverage.md', () => {
  it('has a row for everything that the documents promise, and no other', () => {
    expect(rows.map(keyOf).sort()).toEqual(inventory.map(keyOf).sort());
  });

  it('leaves nothing of the core contracts to a later issue', () => {
    const kinds = ['example', 'field', 'template'];
    const open = rows.filter(
      ({ kind, shownBy }) => kinds.includes(kind) && shownBy.some((one) => one.startsWith('issue')),
    );
    expect(open.map(keyOf)).toEqual([]);
  });
});

describe('the column "on the wire"', () => {
  it('is what the tests of the row say: one that asks a running server, or a reason why none can', () => {
    const wrong = rows.filter((row) => row.wire !== wireCell(row));
    expect(
      wrong.map((row) => `${keyOf(row)}: ${wireCell(row) ?? 'has no test on the wire'}`),
    ).toEqual([]);
  });

  it('excuses no row that is not there', () => {
    const used = new Set(rows.map(({ wire }) => wire));
    expect(LIBRARY_ROWS.filter(({ why }) => !used.has(`library: ${why}`))).toEqual([]);
  });

  it('says yes only for files that start or reach a server', () => {
    const tests = rows.flatMap(({ shownBy }) => shownBy.filter(isOnTheWire));
    const files = [...new Set(tests.map((test) => test.split(' › ')[0]!))];
    expect(files.length).toBeGreaterThan(8);
    expect(
      files.filter((file) => !REACHES_A_SERVER.test(readFileSync(join(ROOT, file), 'utf8'))),
    ).toEqual([]);
  });
});

describe('the tests of seed 003', () => {
  const named = rows.filter(({ seed, kind }) => seed === '003' && kind === 'test');

  it('are found under the names that the document gives them', () => {
    const other = named.filter(({ item, shownBy }) => {
      const name = item.replace(/ #\d+$/, '');
      return !shownBy.some((one) => one.endsWith(` > ${name}`));
    });
    expect(other.map(keyOf)).toEqual([]);
  });
});

describe('the inventory', () => {
  it('counts what was counted by hand', () => {
    const count = (seed: string, kind: string) =>
      inventory.filter((item) => item.seed === seed && item.kind === kind).length;
    expect(count('003', 'test')).toBe(48);
    expect(count('004', 'row')).toBe(17);
    expect(inventory.filter(({ heading }) => heading === 'MCP-Specific Error Codes')).toHaveLength(
      32,
    );
    expect(
      inventory.filter(({ heading }) => heading === 'Standard JSON-RPC Error Codes'),
    ).toHaveLength(10);
  });

  // Where the documents themselves are at hand, the inventory is compared with them (and written with ERRATA_WRITE=1).
  it.runIf(process.env['ERRATA_SEEDS'])(
    'is what the documents say [needs ERRATA_SEEDS, the folder of the documents]',
    () => {
      const folder = process.env['ERRATA_SEEDS']!;
      const items = readdirSync(folder)
        .sort()
        .flatMap((file) =>
          extractItems(file.slice(0, 3), readFileSync(join(folder, file), 'utf8')),
        );
      if (process.env['ERRATA_WRITE'] === '1') {
        writeFileSync(
          INVENTORY,
          `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`,
        );
      }
      expect(JSON.parse(readFileSync(INVENTORY, 'utf8'))).toEqual(items);
    },
  );
});
