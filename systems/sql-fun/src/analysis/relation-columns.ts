import type { Exposure } from '../policy/index.js';
import type { PgCatalog } from '../pg/index.js';
import type { Relation } from '../schema/index.js';
import { ColumnList, type SourceColumn } from './column-list.js';
import type { Output } from './model.js';
import type { Rows } from './rows.js';

const SYSTEM_COLUMNS = [
  ['ctid', 'tid'],
  ['xmin', 'xid'],
  ['cmin', 'cid'],
  ['xmax', 'xid'],
  ['cmax', 'cid'],
  ['tableoid', 'oid'],
] as const;

const all = new WeakMap<Relation, ColumnList>();
const exposed = new WeakMap<Exposure, WeakMap<Relation, ColumnList>>();
const system = new WeakMap<Relation, ColumnList>();

/** The columns of a relation, those that may be seen; `ofView` finds out those of a view. They are kept. */
export function relationColumns(
  relation: Relation,
  exposure: Exposure | undefined,
  ofView: (view: Relation) => Rows,
): ColumnList {
  let lists = all;
  if (exposure && !exposure.allColumns(relation.schema, relation.name)) {
    const own = exposed.get(exposure);
    if (own) lists = own;
    else exposed.set(exposure, (lists = new WeakMap()));
  }
  const kept = lists.get(relation);
  if (kept) return kept;
  const { outputs, open } = relation.definition
    ? ofView(relation)
    : { outputs: relation.columns.map(toOutput), open: false };
  const { schema, name } = relation;
  const seen =
    lists === all ? outputs : outputs.filter((each) => exposure?.column(schema, name, each.name));
  const list = new ColumnList(
    seen.map((output) => toColumn(relation, output)),
    open,
  );
  lists.set(relation, list);
  return list;
}

/** The columns that every table has without having declared them: `ctid`. */
export function systemColumns(
  relation: Relation,
  catalog: PgCatalog,
  exposure: Exposure | undefined,
): ColumnList | undefined {
  if (relation.kind === 'view') return undefined;
  const kept = system.get(relation);
  if (kept && !exposure) return kept;
  const { schema, name } = relation;
  const columns = SYSTEM_COLUMNS.filter(
    ([column]) =>
      !exposure || exposure.allColumns(schema, name) || exposure.column(schema, name, column),
  ).map(([column, type]) =>
    toColumn(relation, {
      name: column,
      type: catalog.type(type, { schema: 'pg_catalog' }),
      typmod: -1,
    }),
  );
  const list = new ColumnList(columns);
  if (!exposure) system.set(relation, list);
  return list;
}

function toOutput({ name, use }: Relation['columns'][number]): Output {
  return { name, type: use?.type, typmod: use?.typmod ?? -1 };
}

function toColumn(relation: Relation, { name, type, typmod }: Output): SourceColumn {
  return { name, type, typmod, relation, column: name };
}
