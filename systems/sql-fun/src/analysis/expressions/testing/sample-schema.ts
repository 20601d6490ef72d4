import { parseSync, type TypeName } from 'libpg-query';
import {
  CatalogBuilder,
  makeComposite,
  makeDomain,
  makeEnum,
  pgCatalog,
  resolveTypeName,
  type PgField,
  type PgType,
  type Routine,
  type TypeUse,
} from '../../../pg/index.js';
import type { Schema } from '../../../schema/index.js';

const COLUMNS =
  'i2 smallint, i4 integer, i8 bigint, n numeric(10,2), f4 real, f8 double precision, ' +
  'b boolean, x text, v character varying(40), c character(3), d date, ti time(3), ' +
  'ts timestamp(3), tz timestamp with time zone, iv interval, u uuid, j json, jb jsonb, ' +
  'ia integer[], va character varying(9)[], ta text[], ma mood[], m mood, p positive, s short, ' +
  'ns numbers, pr pair, pra pair[], by bytea, r int4range, ip inet, pt point, bt bit(3), xm xml, ' +
  'nm name, o oid, v2 character varying(40)';

export interface SampleSchema {
  readonly schema: Schema;
  readonly rows: PgType;
}

/** The sample schema as the reader of dumps would give it. The parser has to be loaded. */
export function sampleSchema(extensions: readonly string[] = []): SampleSchema {
  const catalog = new CatalogBuilder(pgCatalog());
  const types = new Map<string, PgType>();
  const use = (text: string): TypeUse => {
    const found = resolveTypeName(typeNameOf(text), catalog, ['public']);
    if (found === undefined) throw new Error(`no type ${text}`);
    return found;
  };
  const add = (type: PgType) => {
    catalog.addType(type);
    types.set(type.name, type);
    return type;
  };
  const field = (text: string): PgField => {
    const space = text.trim().indexOf(' ');
    return { name: text.trim().slice(0, space), ...use(text.trim().slice(space)) };
  };
  add(makeEnum('public', 'mood', ['sad', 'ok', 'happy']));
  add(makeDomain('public', 'positive', use('integer')));
  add(makeDomain('public', 'short', use('character varying(5)')));
  add(makeDomain('public', 'numbers', use('integer[]')));
  add(makeComposite('public', 'pair', ['a integer', 'b character varying(7)'].map(field)));
  const rows = add(makeComposite('public', 't', COLUMNS.split(/, /).map(field)));
  const { type: polymorphic } = use('anyelement');
  const routines = [
    routine('greet', ['text', 'integer'], 'text', { argNames: ['who', 'times'], defaults: 1 }),
    routine('halves', ['text'], 'record', {
      out: ['head text', 'tail character varying'].map(field),
    }),
    routine('one', [], 'integer', { out: [field('value integer')] }),
    routine('rows_of', [], 't', { returnsSet: true }),
    routine('total', ['numeric[]'], 'numeric', { variadic: use('numeric').type }),
    routine('pick', ['anyelement', 'anyelement'], 'anyelement', { argNames: ['one', 'other'] }),
    routine('feeling', ['mood'], 'text'),
    routine('any_rows', [], 'record', { returnsSet: true }),
    routine('listed', ['integer'], 'record', {
      argNames: ['amount'],
      returnsSet: true,
      out: ['id bigint', 'label text'].map(field),
    }),
    routine('weight', ['pair'], 'numeric'),
    routine('work', [], 'void', { kind: 'procedure' }),
  ];
  for (const each of routines) catalog.addRoutine(each);

  function routine(
    name: string,
    args: readonly string[],
    returns: string,
    more: Partial<Routine> = {},
  ): Routine {
    const types = args.map((arg) => (arg === 'anyelement' ? polymorphic : use(arg).type));
    const plain = { schema: 'public', name, kind: 'function', defaults: 0 } as const;
    return { ...plain, args: types, returns: use(returns).type, returnsSet: false, ...more };
  }

  const names = new Set(routines.map(({ name }) => name));
  const none = new Map<string, never>();
  const space = { name: 'public', relations: none, indexes: none, types, routines: names };
  const namespaces = new Map([['public', space]]);
  return { schema: { namespaces, catalog, extensions, problems: [], statements: 0 }, rows };
}

function typeNameOf(text: string): TypeName {
  const statement = parseSync(`SELECT NULL::${text}`).stmts?.[0]?.stmt;
  const select = statement !== undefined && 'SelectStmt' in statement && statement.SelectStmt;
  const [target] = (select && select.targetList) || [];
  const value = target !== undefined && 'ResTarget' in target ? target.ResTarget.val : undefined;
  if (value === undefined || !('TypeCast' in value)) throw new Error(`no type ${text}`);
  return value.TypeCast.typeName ?? {};
}
