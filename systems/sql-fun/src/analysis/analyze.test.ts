import { beforeAll, describe, expect, it } from 'vitest';
import { readSchema, type Schema } from '../schema/index.js';
import { analyze, loadParser } from './index.js';
import { ACCEPTED } from './testing/accepted.js';
import { REFUSED } from './testing/refused.js';
import { SHOP } from './testing/shop.js';

let schema: Schema;
beforeAll(async () => {
  await loadParser();
  schema = readSchema(SHOP);
});

describe('statements that are right', () => {
  const rows = ACCEPTED.map(([sql, columns, types = '']) => [sql, columns, types] as const);
  it.each(rows)('%s', (sql, columns, parameters) => {
    const [statement] = analyze(sql, { schema }).statements;
    expect(statement?.problems).toEqual([]);
    const named = statement?.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
    expect(named).toBe(columns);
    expect(statement?.parameters.map(({ type }) => type).join(', ')).toBe(parameters);
  });
});

describe('statements that are wrong', () => {
  it.each(REFUSED)('%s', (sql, ...problems) => {
    const [statement] = analyze(sql, { schema }).statements;
    const found = statement?.problems.map(({ code, target, name, place, severity, excerpt }) => {
      expect(severity).toBe('error');
      expect(excerpt).toContain('^');
      return `${code} ${target} ${name} at ${place?.column}`;
    });
    expect(found).toEqual(problems);
  });
});
