import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findJustification, findStale, JUSTIFIED } from '../../scripts/mutate/justified.js';
import { mutantsOf } from '../../scripts/mutate/mutants.js';

const CORE = fileURLToPath(new URL('../../packages/core/src/', import.meta.url));

describe('justified mutants', () => {
  it.each(JUSTIFIED.map(([file, after, why]) => ({ file, after, why })))(
    'there is a mutant of $file: $after',
    ({ file, after, why }) => {
      const mutants = mutantsOf(file, readFileSync(join(CORE, file), 'utf8'));
      const found = mutants.some((mutant) =>
        findJustification([[file, after, why]], { file: `/${file}`, after: mutant.after }),
      );
      expect(found).toBe(true);
      expect(why).toMatch(/\.$/);
    },
  );

  const table = [['a/x.ts', 'if (true) y();', 'Because.']] as const;
  const own = { file: 'src/a/x.ts', after: 'if (true) y();' };
  const other = { file: 'src/a/x.ts', after: 'if (false) y();' };

  it('are found by file and changed line', () => {
    expect(findJustification(table, own)).toBe(table[0]);
    expect(findJustification(table, other)).toBeUndefined();
    expect(findJustification([['a/x.ts', /^if \(/, 'Because.']], other)).toBeDefined();
    expect(findJustification(table, { ...own, file: 'src/ba/x.ts' })).toBeUndefined();
  });

  it('are stale when a test notices them or they do not exist', () => {
    const stale = { file: 'a/x.ts', after: own.after };
    expect(findStale(table, [own, other], [own])).toEqual([
      { ...stale, problem: 'a test notices it' },
    ]);
    expect(findStale(table, [other], [])).toEqual([{ ...stale, problem: 'unknown change' }]);
  });

  it('are not stale while one of them survives, or where their file was not tried', () => {
    expect(findStale(table, [own, own, other], [own])).toEqual([]);
    expect(findStale(table, [{ ...other, file: 'src/b.ts' }], [])).toEqual([]);
  });
});
