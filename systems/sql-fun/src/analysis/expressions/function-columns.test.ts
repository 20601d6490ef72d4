import { loadModule, parseSync, type Node } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { formatType } from '../../pg/index.js';
import { functionColumns } from './function-columns.js';
import { benchOf } from './testing/look-at.js';
import { sampleSchema } from './testing/sample-schema.js';

await loadModule();
const sample = sampleSchema();

/** The columns of `SELECT * FROM <text>`. */
function columnsOf(text: string, of = sample) {
  const statement = parseSync(`SELECT * FROM ${text}`).stmts?.[0]?.stmt;
  const from = statement && 'SelectStmt' in statement ? statement.SelectStmt.fromClause : [];
  const [source] = from ?? [];
  if (source === undefined || !('RangeFunction' in source)) throw new Error(`no function: ${text}`);
  const { functions = [], alias, coldeflist } = source.RangeFunction;
  const [first] = functions;
  const [node] = first !== undefined && 'List' in first ? (first.List.items ?? []) : [];
  const { scope, session, queries, found } = benchOf(of);
  const options = { alias: alias?.aliasname, definitions: coldeflist };
  const given = functionColumns(node as Node, options, scope, session, queries);
  const outputs = given.outputs.map(
    ({ name, type, typmod }) => `${name} ${type && formatType(type, typmod)}`,
  );
  return { outputs: outputs.slice(0, 4), complete: given.complete, found };
}

describe('the columns of a function in FROM', () => {
  it.each([
    ['generate_series(1, 3)', ['generate_series integer']],
    ['generate_series(1, 3) AS g', ['g integer']],
    ['unnest(ARRAY[1.5]) AS u', ['u numeric']],
    ['now()', ['now timestamp with time zone']],
    ['current_date', ['current_date date']],
    ["greet('a') AS g", ['g text']],
    ['one() AS o', ['value integer']],
    ["jsonb_array_elements('[]') AS e", ['value jsonb']],
    ["jsonb_each('{}')", ['key text', 'value jsonb']],
    ["halves('a') AS h", ['head text', 'tail character varying']],
    ['listed(1)', ['id bigint', 'label text']],
    ['rows_of()', ['i2 smallint', 'i4 integer', 'i8 bigint', 'n numeric(10,2)']],
    ["jsonb_populate_record(NULL::pair, '{}')", ['a integer', 'b character varying(7)']],
    ['unnest(NULL::pair[])', ['a integer', 'b character varying(7)']],
    ['any_rows() AS r(a integer, b varchar(3))', ['a integer', 'b character varying(3)']],
    ["jsonb_to_recordset('[]') AS r(id bigint, m mood)", ['id bigint', 'm mood']],
    ['unnest(ARRAY[1], ARRAY[1.5]) AS u', ['unnest integer', 'unnest numeric']],
    ['unnest(NULL::pair[], NULL::mood[])', ['a integer', 'b character varying(7)', 'unnest mood']],
    ['pg_get_keywords()', ['word text', 'catcode "char"', 'barelabel boolean', 'catdesc text']],
  ])('%s has %j', (text, outputs) => {
    expect(columnsOf(text)).toEqual({ outputs, complete: true, found: [] });
  });

  it('have to be listed where the function gives any rows', () => {
    const { complete, found } = columnsOf('any_rows() AS r');
    expect(complete).toBe(false);
    expect(found).toMatchObject([{ code: 'column_count', target: 'function', name: 'any_rows' }]);
  });

  it('are not known of a function that is not known', () => {
    const { complete, outputs, found } = columnsOf('crosstab(1) AS c', sampleSchema(['tablefunc']));
    expect([complete, outputs]).toEqual([false, ['c undefined']]);
    expect(found).toMatchObject([{ code: 'unresolved', name: 'crosstab' }]);
  });

  it('are reported where the type of a listed one is missing', () => {
    expect(columnsOf('any_rows() AS r(a nothing)').found).toMatchObject([
      { code: 'not_found', target: 'type', name: 'nothing' },
    ]);
  });
});
