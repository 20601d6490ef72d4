import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extractItems, type SeedItem } from './extract-items.js';
import { keyOf, readCoverage } from './read-coverage.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INVENTORY = join(ROOT, 'test/coverage/inventory.json');

const inventory = JSON.parse(readFileSync(INVENTORY, 'utf8')) as SeedItem[];
const rows = readCoverage(readFileSync(join(ROOT, 'docs/seed-coverage.md'), 'utf8'));

interface ListedTest {
  readonly name: string;
  readonly file: string;
}

let listed: ReadonlySet<string> | undefined;

/** Every test of the files that the page names, as `file › full name`. Asked for once: it starts vitest. */
function listTests(): ReadonlySet<string> {
  return (listed ??= askVitest());
}

function askVitest(): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-coverage-'));
  try {
    const file = join(folder, 'tests.json');
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    // Only the named files: to collect all of them takes longer than a test may.
    execFileSync(process.execPath, [vitest, 'list', ...namedFiles(), `--json=${file}`], {
      cwd: ROOT,
      stdio: 'ignore',
    });
    const tests = JSON.parse(readFileSync(file, 'utf8')) as ListedTest[];
    return new Set(tests.map((test) => `${relative(ROOT, test.file)} › ${test.name}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function namedFiles(): string[] {
  const files = rows.flatMap(({ shownBy }) => shownBy.map((one) => one.split(' › ')));
  return [...new Set(files.filter(({ length }) => length > 1).map(([file]) => file!))];
}

const PATIENCE = { timeout: 180_000 };

describe('docs/seed-coverage.md', () => {
  it('has a row for everything that the documents promise, and no other', () => {
    expect(rows.map(keyOf).sort()).toEqual(inventory.map(keyOf).sort());
  });

  it('names only tests that exist, or the issue that will bring them', PATIENCE, () => {
    const tests = listTests();
    const dangling = rows.flatMap((row) =>
      row.shownBy
        .filter((one) => !tests.has(one) && !/^issue \d+$/.test(one))
        .map((one) => `${keyOf(row)}: ${one}`),
    );
    expect(dangling).toEqual([]);
  });

  it('leaves nothing of the core contracts to a later issue', () => {
    const kinds = ['example', 'field', 'template'];
    const open = rows.filter(
      ({ kind, shownBy }) => kinds.includes(kind) && shownBy.some((one) => one.startsWith('issue')),
    );
    expect(open.map(keyOf)).toEqual([]);
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

  it('are more than eighty, as the document counts them', PATIENCE, () => {
    const suite = 'packages/catalogs/src/erlmcp/error-response-id-consistency';
    const tests = [...listTests()].filter((test) => test.startsWith(suite));
    expect(tests.length).toBeGreaterThan(80);
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
  it.runIf(process.env['ERRATA_SEEDS'])('is what the documents say', () => {
    const folder = process.env['ERRATA_SEEDS']!;
    const items = readdirSync(folder)
      .sort()
      .flatMap((file) => extractItems(file.slice(0, 3), readFileSync(join(folder, file), 'utf8')));
    if (process.env['ERRATA_WRITE'] === '1') {
      writeFileSync(INVENTORY, `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`);
    }
    expect(JSON.parse(readFileSync(INVENTORY, 'utf8'))).toEqual(items);
  });
});
