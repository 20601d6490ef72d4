import { defineCatalog, ERAS, Fault } from '@errata/core';
import { ERA_RULES } from '@errata/core/internal';
import type { Definition } from '@errata/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSqlFunCode, SQL_FUN_LAW, sqlFun, sqlFunContract } from './index.js';

// The law once more, in its own words: seed 004, "Error Code Format" and "Error Categories (X)".
const CATEGORIES = ['proxy', 'unexpected', 'io', 'client', 'security', 'not-found'];
const OTHERS = [...CATEGORIES, 'reserved', 'network'];

const field = fc.constantFrom('string', 'string?', undefined);

function allows(code: number, category: string, target?: string, name?: string): boolean {
  const x = Math.floor((-32000 - code) / 10);
  const y = (-32000 - code) % 10;
  if (code > -32000 || code < -32099 || CATEGORIES[x] !== category) return false;
  return y !== 0 || (target === 'string' && name === 'string');
}

describe('the digit law of sql-fun', () => {
  it('decides for any code, category and fields whether a catalog can be declared', () => {
    let declared = 0;
    const check = (code: number, category: string, target?: string, name?: string): void => {
      const definition = {
        code,
        title: 'Some failure',
        category,
        recovery: 'report_and_abort' as const,
        context: { ...(target && { target }), ...(name && { name }) } as Record<string, never>,
      };
      const declare = () =>
        defineCatalog('demo', { SOME: definition }, { eras: ['jsonrpc'], digitLaw: SQL_FUN_LAW });
      if (!allows(code, category, target, name)) return expect(declare).toThrow('SOME');
      declare();
      declared++;
    };
    fc.assert(
      fc.property(
        fc.integer({ min: -32110, max: -31990 }),
        fc.nat({ max: OTHERS.length - 1 }),
        field,
        field,
        fc.boolean(),
        (code, index, target, name, fitting) => {
          const own = CATEGORIES[Math.floor((-32000 - code) / 10)];
          check(code, (fitting ? own : undefined) ?? OTHERS[index]!, target, name);
        },
      ),
      { numRuns: 2000 },
    );
    expect(declared).toBeGreaterThan(100);
  });

  it('holds for any thrown value, in every revision: X is the category, and Y = 0 has target and name', () => {
    const own = sqlFun.definitions.filter(({ code }) => decodeSqlFunCode(code) !== undefined);
    fc.assert(
      fc.property(
        fc.constantFrom(...own),
        fc.constantFrom(...ERAS),
        fc.string(),
        fc.string(),
        (definition, era, target, name) => {
          const fault = new Fault(definition as unknown as Definition<object>, { target, name });
          const code = sqlFunContract.number(fault, era);
          const digits = decodeSqlFunCode(code)!;
          expect(code).toBe(definition.code + (ERA_RULES[era].offset === 0 ? 0 : 1000));
          expect(digits.category).toBe(definition.category);
          const data = sqlFunContract.data(fault, { era });
          if (digits.y === 0) expect(data).toMatchObject({ target, name });
        },
      ),
    );
  });
});
