import { beforeAll, describe, expect, it } from 'vitest';
import { findRelation, readSchema } from '../schema/index.js';
import { analyze, loadParser, relationOutputs } from './index.js';

beforeAll(loadParser);

const columns = (sql: string, dump: string) => {
  const [statement] = analyze(sql, { schema: readSchema(dump) }).statements;
  expect(statement?.problems).toEqual([]);
  return statement?.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
};

describe('the columns of a view', () => {
  it('are found by the search_path of its definition', () => {
    const dump = `CREATE SCHEMA a; CREATE TABLE a.t (x date); CREATE TABLE public.t (x int);
      SET search_path TO a; CREATE VIEW public.v AS SELECT x FROM t;`;
    expect(columns('SELECT * FROM v', dump)).toBe('x date');
  });

  it('may have other names, and literals in it are text', () => {
    expect(columns('SELECT * FROM v', "CREATE VIEW v (a) AS SELECT 'x', 1 AS b")).toBe(
      'a text, b integer',
    );
  });

  it('are open where something under it is not known', () => {
    expect(columns('SELECT x, y FROM v', 'CREATE VIEW v AS SELECT 1 AS x, n.* FROM nope n')).toBe(
      'x integer, y undefined',
    );
  });

  it('are open where it is made of itself', () => {
    const dump = `CREATE VIEW a AS SELECT 1 AS x; CREATE VIEW b AS SELECT * FROM a;
      CREATE OR REPLACE VIEW a AS SELECT * FROM b;`;
    expect(columns('SELECT x FROM a', dump)).toBe('x undefined');
  });

  it('end with a problem where views are too deep', () => {
    const chain = Array.from(
      { length: 600 },
      (_, i) => `CREATE VIEW v${i + 1} AS SELECT * FROM v${i};`,
    );
    const schema = readSchema(`CREATE VIEW v0 AS SELECT 1 AS x;${chain.join('')}`);
    const [deep] = analyze('SELECT * FROM v600', { schema }).statements;
    expect(deep?.problems.map(({ code }) => code)).toEqual(['too_deep']);
    const [less] = analyze('SELECT * FROM v50', { schema }).statements;
    expect(less?.columns).toEqual([{ name: 'x', type: 'integer' }]);
  });

  it('can be asked for without a query', () => {
    const schema = readSchema('CREATE VIEW v AS SELECT 1 AS x');
    const view = findRelation(schema, ['public'], 'v')!;
    expect(relationOutputs(view, schema).map(({ name }) => name)).toEqual(['x']);
  });
});
