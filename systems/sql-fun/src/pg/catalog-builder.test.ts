import { describe, expect, it } from 'vitest';
import * as pg from './index.js';
import { typeIn, zooCatalog } from './testing/zoo.js';

const path = { path: ['public'] };
const int4 = pg.pgCatalog().type('int4', path)!;
const text = pg.pgCatalog().type('text', path)!;

describe("PostgreSQL's own catalog", () => {
  it('is made once, and has one object for each type', () => {
    expect(pg.pgCatalog()).toBe(pg.pgCatalog());
    expect(int4.array!.element).toBe(int4);
    const range = pg.pgCatalog().type('int4range', path)!;
    expect(range.subtype).toBe(int4);
    expect(range.multirange!.subtype).toBe(range);
    expect(pg.createPgCatalog().type('int4', path)).not.toBe(int4);
  });

  it('has the relations of pg_catalog and information_schema', () => {
    const columnsOf = (schema: string, name: string) =>
      pg
        .pgCatalog()
        .systemRelation(schema, name)
        ?.fields?.map((field) => field.name);
    expect(columnsOf('pg_catalog', 'pg_range')?.slice(0, 2)).toEqual(['rngtypid', 'rngsubtype']);
    expect(columnsOf('information_schema', 'tables')).toContain('table_name');
    expect(columnsOf('pg_catalog', 'tables')).toBeUndefined();
    expect(columnsOf('public', 'pg_class')).toBeUndefined();
    expect(columnsOf('pg_catalog', 'int4')).toBeUndefined();
  });

  it('has the domains of information_schema with what they are made of', () => {
    const domain = pg.pgCatalog().type('yes_or_no', { schema: 'information_schema' })!;
    expect(pg.baseUseOf({ type: domain, typmod: -1 })).toMatchObject({
      type: { name: 'varchar' },
      typmod: 7,
    });
    expect(pg.pgCatalog().type('yes_or_no', path)).toBeUndefined();
  });

  it('has casts between its own types only', () => {
    const { cast } = pg.pgCatalog();
    expect(cast(int4, text)).toBeUndefined();
    expect(cast(int4, typeIn(zooCatalog(), 'int8'))).toBe('implicit');
    expect(cast(typeIn(zooCatalog(), 'int8'), int4)).toBe('assignment');
    expect(cast(pg.makeBase('public', 'int4'), text)).toBeUndefined();
  });
});

describe('a catalog on top of another', () => {
  it('has what is added, and leaves the other as it is', () => {
    const colour = pg.makeEnum('public', 'colour', ['red']);
    const extended = pg.extendCatalog(pg.pgCatalog(), {
      types: [colour],
      casts: [[colour, int4, 'assignment']],
    });
    expect(extended.type('colour', path)).toBe(colour);
    expect(extended.type('_colour', path)).toBe(colour.array);
    expect(extended.type('colour', { path: [] })).toBeUndefined();
    expect(extended.type('int4', path)).toBe(int4);
    expect(extended.cast(colour, int4)).toBe('assignment');
    expect(pg.pgCatalog().type('colour', path)).toBeUndefined();
    expect(extended.systemRelation('pg_catalog', 'pg_class')?.name).toBe('pg_class');
  });

  it('replaces a routine of the same arguments, and forgets what is removed', () => {
    const builder = new pg.CatalogBuilder(pg.pgCatalog());
    const routine = {
      schema: 'public',
      name: 'f',
      kind: 'function',
      args: [int4],
      defaults: 0,
      returnsSet: false,
    } as const;
    builder.addRoutine({ ...routine, returns: int4 });
    builder.addRoutine({ ...routine, returns: text });
    expect(builder.routines('f', path).map(({ returns }) => returns)).toEqual([text]);
    builder.removeRoutine(routine);
    expect(builder.routines('f', path)).toEqual([]);
    const type = pg.makeRange('public', 'span', text);
    builder.addType(type);
    expect(builder.type('_span_multirange', path)).toBe(type.multirange!.array);
    builder.removeType(type);
    expect(builder.type('span_multirange', path)).toBeUndefined();
  });

  it('knows a type by its new name after it was renamed', () => {
    const builder = new pg.CatalogBuilder(pg.pgCatalog());
    const type = pg.makeComposite('public', 'old');
    builder.addType(type);
    builder.removeType(type);
    pg.redefine(type, { name: 'entry', fields: [{ name: 'a', type: int4, typmod: -1 }] });
    builder.addType(type);
    expect(builder.type('old', path)).toBeUndefined();
    expect(builder.type('_entry', path)?.element).toBe(type);
    expect(type.fields?.[0]?.type).toBe(int4);
  });
});

describe('parts of types', () => {
  const zoo = zooCatalog();
  const at = (name: string) => typeIn(zoo, name);
  it.each([
    ['int4', '_int4', undefined, 'int4', undefined],
    ['_int4', '_int4', 'int4', '_int4', 'int4'],
    ['int2vector', '_int2vector', 'int2', 'int2vector', 'int2'],
    ['ints', '_ints', 'int4', '_int4', 'int4'],
    ['deep', '_deep', undefined, 'int4', undefined],
    ['_posint', '_posint', 'posint', '_posint', 'posint'],
    ['point', '_point', undefined, 'point', 'float8'],
    ['jsonb', '_jsonb', undefined, 'jsonb', 'jsonb'],
    ['void', undefined, undefined, 'void', undefined],
  ])(
    '%s has the array %s, elements %s, base %s, subscripts %s',
    (name, array, element, base, part) => {
      expect(pg.arrayOf(at(name))?.name).toBe(array);
      expect(pg.elementOf(at(name))?.name).toBe(element);
      expect(pg.baseOf(at(name)).name).toBe(base);
      expect(pg.subscriptOf(zoo, at(name))?.name).toBe(part);
    },
  );
});
