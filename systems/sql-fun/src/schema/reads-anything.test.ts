import { isFault } from '@errata/core/fault';
import fc from 'fast-check';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitStatements } from '../text/index.js';
import { readSchema } from './index.js';
import { CHANGING_SCRIPTS } from './testing/changing-scripts.js';
import { VARIED_DDL } from './testing/varied-ddl.js';

const STATEMENTS = splitStatements(VARIED_DDL).map(({ start, end }) =>
  VARIED_DDL.slice(start, end),
);
const CHANGES = CHANGING_SCRIPTS.flatMap(([, script]) =>
  splitStatements(script).map(({ start, end }) => script.slice(start, end)),
);
const TOKENS = [...new Set(VARIED_DDL.split(/(\s+|[(),;.])/))];
const RUNS = Number(process.env['SQL_FUN_RUNS'] ?? 150);

/** Reads a text; what it throws has to be the declared fault. */
function read(text: string): void {
  try {
    const schema = readSchema(text);
    for (const { line } of schema.problems) expect(line).toBeGreaterThan(0);
  } catch (error) {
    if (!isFault(error) || error.reason !== 'INVALID_SCHEMA_SQL') throw error;
    expect(error.details).toMatch(/ at line \d+, column \d+$/);
  }
}

describe('readSchema, of texts that nobody meant,', () => {
  beforeAll(() => loadModule());

  it('throws nothing but the declared fault for random text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), read), { numRuns: RUNS });
  });

  it('throws nothing but the declared fault for statements in any order, some left out, some twice', () => {
    const some = (from: readonly string[]) => fc.array(fc.constantFrom(...from), { maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(some(STATEMENTS), some(CHANGES)), (statements) =>
        read(statements.join(';\n')),
      ),
      { numRuns: RUNS },
    );
  });

  it('throws nothing but the declared fault for statements with a word changed', () => {
    const changed = fc
      .tuple(fc.constantFrom(...STATEMENTS), fc.nat(), fc.constantFrom(...TOKENS))
      .map(([statement, at, token]) => {
        const words = statement.split(/(\s+|[(),;.])/);
        words[at % words.length] = token;
        return words.join('');
      });
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 3 }), (statements) =>
        read([...STATEMENTS.slice(0, 20), ...statements].join(';\n')),
      ),
      { numRuns: RUNS },
    );
  });
});
