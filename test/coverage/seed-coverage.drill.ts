import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keyOf, readCoverage } from './read-coverage.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
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
    const tests = ['vitest.config.ts', 'vitest.drills.config.ts'].flatMap((config) => {
      // Only the named files: to collect all of them takes longer than a test may.
      const args = ['list', '--config', config, ...namedFiles(), `--json=${file}`];
      execFileSync(process.execPath, [vitest, ...args], { cwd: ROOT, stdio: 'ignore' });
      return JSON.parse(readFileSync(file, 'utf8')) as ListedTest[];
    });
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
  it('names only tests that exist, or the issue that will bring them', PATIENCE, () => {
    const tests = listTests();
    const dangling = rows.flatMap((row) =>
      row.shownBy
        .filter((one) => !tests.has(one) && !/^issue \d+$/.test(one))
        .map((one) => `${keyOf(row)}: ${one}`),
    );
    expect(dangling).toEqual([]);
  });
});

describe('the tests of seed 003', () => {
  it('are more than eighty, as the document counts them', PATIENCE, () => {
    const suite = 'packages/catalogs/src/erlmcp/error-response-id-consistency';
    const tests = [...listTests()].filter((test) => test.startsWith(suite));
    expect(tests.length).toBeGreaterThan(80);
  });
});
