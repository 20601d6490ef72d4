import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Phrases that read like a translation. "default: 5 s" instead of "5 s unless told", "unknown tool" instead of "there is no such tool". */
const ODD_WORDS = [
  'whoever',
  '(is|are) told',
  'told of',
  '(is|are) met',
  '(is|are) heard',
  'stands',
  'mends?',
  'takes? back',
  'taken back',
  'lets? fall',
  'in vain',
  'without further ado',
  'unless told',
  'there is no such',
  'too much',
  'is no JSON',
];

/**
 * How many of them each area may still have. A number only falls: after a rewrite, write the new count here. The documents
 * that the contracts implement have none of these phrases, so no text has to keep one.
 */
const LIMITS: Readonly<Record<string, number>> = {
  'README.md': 0,
  docs: 0,
  'packages/catalogs': 0,
  'packages/check': 0,
  'packages/cli': 0,
  'packages/core': 0,
  'packages/edges': 0,
  'packages/kit': 0,
  'packages/mcp': 0,
  'packages/observe': 0,
  'packages/prove': 0,
  'packages/store': 0,
  'packages/upstream': 0,
  'systems/engram': 1,
  'systems/erlmcp': 0,
  'systems/routeros': 0,
  'systems/sql-fun': 0,
};

/** Each odd phrase as `file:line:phrase`. Git exits with 1 where there is none. */
function findOddWords(...paths: readonly string[]): string[] {
  const pattern = `(${ODD_WORDS.join('|')})`;
  const { stdout, stderr, status } = spawnSync(
    'git',
    ['grep', '--untracked', '-nowiE', pattern, '--', ...paths],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0 && status !== 1) throw new Error(`git grep failed: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** `packages/core`, `docs`, `README.md`. */
function areaOf(line: string): string {
  const [path = ''] = line.split(':');
  return /^(packages|systems)\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0]!;
}

describe('plain words', () => {
  const found = findOddWords('packages', 'systems', 'docs', 'README.md');

  it.each(Object.entries(LIMITS))('%s has at most %d odd phrases', (area, limit) => {
    const here = found.filter((line) => areaOf(line) === area);
    expect(here.length <= limit ? [] : here).toEqual([]);
  });

  it('the search finds phrases in any case: "Whoever" in this line', () => {
    const here = findOddWords('test/docs/plain-words.test.ts').map((line) => line.split(':')[2]);
    expect(here).toContain('Whoever');
  });

  it('every odd phrase is in an area with a limit', () => {
    expect(found.filter((line) => !Object.hasOwn(LIMITS, areaOf(line)))).toEqual([]);
  });
});
