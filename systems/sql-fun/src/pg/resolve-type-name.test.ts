import { loadModule, parseSync, type Node, type TypeName } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatType, resolveTypeName, SERIAL_TYPES } from './index.js';
import { TYPE_TEXTS } from './testing/type-texts.js';
import { zooCatalog } from './testing/zoo.js';

const catalog = zooCatalog();
beforeAll(() => loadModule());

function typeNameOf(text: string): TypeName {
  const statement = parseSync(`CREATE TABLE t (c ${text})`).stmts![0]!.stmt!;
  const [column] = (statement as Extract<Node, { CreateStmt: object }>).CreateStmt.tableElts!;
  return (column as Extract<Node, { ColumnDef: object }>).ColumnDef.typeName!;
}

describe('a type name', () => {
  it.each(TYPE_TEXTS)('%s is %s', (written, formatted) => {
    const use = resolveTypeName(typeNameOf(written), catalog, ['public']);
    expect(use && formatType(use.type, use.typmod)).toBe(formatted);
  });

  it.each(['nothing', 'nowhere.mood', 'pg_catalog.mood', 'mood_', '"INT4"', 'nothing[]'])(
    '%s is none',
    (written) => {
      expect(resolveTypeName(typeNameOf(written), catalog, ['public'])).toBeUndefined();
    },
  );

  it('is looked for on the path only', () => {
    expect(resolveTypeName(typeNameOf('mood'), catalog, ['other'])).toBeUndefined();
    expect(resolveTypeName(typeNameOf('int'), catalog, [])?.type.name).toBe('int4');
  });

  it('that refers to a column is not resolved', () => {
    const names = ['t', 'c'].map((sval) => ({ String: { sval } }));
    expect(resolveTypeName({ names, pct_type: true }, catalog, ['public'])).toBeUndefined();
  });

  it('has a mapping for what is serial', () => {
    expect(
      [...SERIAL_TYPES.keys()].map((name) => resolveTypeName(typeNameOf(name), catalog, [])),
    ).toEqual(Array.from({ length: 6 }, () => undefined));
    for (const name of SERIAL_TYPES.values())
      expect(catalog.type(name, { path: [] })).toBeDefined();
  });
});
