import type { CatalogRelation } from '../catalog/index.js';
import { findRelation, type QueryContext } from './context.js';
import { namesIn, type Members, type RawStatement, type Syntax } from './syntax.js';
import type { TouchedColumns } from './touched.js';

/** Something that a statement names and the database does not have. */
export interface MissingName {
  readonly target: 'table' | 'view' | 'column' | 'schema';
  readonly name: string;
  readonly table?: string;
  readonly offset: number;
}

export interface Utility {
  readonly missing: readonly MissingName[];
  readonly touched: readonly TouchedColumns[];
  /** Nothing of it was looked up: statements of its kind are not checked. */
  readonly unchecked?: true;
}

/** A relation that a statement names, and columns of it. */
interface Named {
  readonly range: Members;
  readonly columns?: readonly string[];
  readonly isView?: boolean;
  readonly use: 'read' | 'written' | 'none';
  readonly mayBeMissing?: boolean;
  /** Without a list, all columns are used. */
  readonly whole?: boolean;
}

const VIEWS = new Set(['OBJECT_VIEW', 'OBJECT_MATVIEW']);
const RELATIONS = new Set([...VIEWS, 'OBJECT_TABLE', 'OBJECT_FOREIGN_TABLE', 'OBJECT_SEQUENCE']);
/** There is nothing in them that could be wrong. */
const SILENT = new Set(['TransactionStmt', 'VariableSetStmt', 'VariableShowStmt']);
/** Subcommands of ALTER TABLE that name a column which has to be there. */
const OF_COLUMNS =
  /^AT_(?:DropColumn|ColumnDefault|SetNotNull|DropNotNull|SetStatistics|SetOptions|ResetOptions|SetStorage|SetCompression|AlterColumnType|AddIdentity|SetIdentity|DropIdentity|SetExpression|DropExpression)$/;

/** Looks up the relations and columns that a statement names: PostgreSQL does it only when it executes. */
export function checkUtility(
  statement: RawStatement,
  syntax: Syntax,
  context: QueryContext,
): Utility {
  const named = NAMED[statement.kind]?.(statement.members);
  if (named === undefined) {
    const unchecked = !SILENT.has(statement.kind);
    return { missing: [], touched: [], ...(unchecked && { unchecked }) };
  }
  const missing: MissingName[] = [];
  const touched: TouchedColumns[] = [];
  for (const one of named) {
    const relation = findRelation(one.range, context);
    if (relation === undefined) {
      if (one.mayBeMissing !== true) missing.push(missingRelation(one, syntax, context));
      continue;
    }
    const columns = (one.columns ?? []).map((name) => [name, columnOf(relation, name)] as const);
    for (const [name, number] of columns) {
      if (number !== undefined) continue;
      const offset = placeOf(name, syntax, placeOf(relation.name, syntax) + 1);
      missing.push({ target: 'column', name, table: relation.name, offset });
    }
    if (one.use !== 'none') {
      const numbers = columns.map(([, number]) => number).filter((number) => number !== undefined);
      if (one.whole === true && columns.length === 0) numbers.push(0);
      touched.push({
        relation: relation.oid,
        read: undefined,
        written: undefined,
        [one.use]: numbers,
      });
    }
  }
  return { missing, touched };
}

function missingRelation(
  { range, isView }: Named,
  syntax: Syntax,
  context: QueryContext,
): MissingName {
  const { schemaname: schema, relname } = range;
  const name = [schema, relname].filter((part) => typeof part === 'string').join('.');
  if (typeof schema === 'string' && !context.catalog.hasSchema(schema)) {
    return { target: 'schema', name: schema, offset: placeOf(schema, syntax) };
  }
  const first = typeof schema === 'string' ? schema : String(relname);
  return { target: isView === true ? 'view' : 'table', name, offset: placeOf(first, syntax) };
}

/** The tree has no places for most of these names: the first token that is the name. */
function placeOf(name: string, { tokens }: Syntax, after = 0): number {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const isName = ({ text, word }: { text: string; word: string }) =>
    word === name || text === quoted;
  return (tokens.all.find((one) => one.start >= after && isName(one)) ?? tokens.all[0])?.start ?? 0;
}

const columnOf = ({ columns }: CatalogRelation, name: string): number | undefined =>
  columns.find((column) => column.name === name)?.number;

type Find = (members: Members) => readonly Named[] | undefined;

const list = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? (value as Members[]) : [];
const ranges = (value: unknown) => list(value).map((one) => one['RangeVar'] as Members);

/** The name of DROP and COMMENT is a list of its parts. */
function rangeOf(value: unknown, dropped = 0): Members {
  const { items } = ((value as Members | undefined)?.['List'] ?? {}) as { items?: unknown };
  const parts = namesIn(items);
  const own = parts.slice(0, parts.length - dropped);
  return { relname: own.at(-1), ...(own.length > 1 && { schemaname: own.at(-2) }) };
}

const NAMED: Readonly<Record<string, Find>> = {
  TruncateStmt: ({ relations }) => ranges(relations).map((range) => ({ range, use: 'written' })),
  LockStmt: ({ relations }) => ranges(relations).map((range) => ({ range, use: 'none' })),
  DropStmt: ({ objects, removeType, missing_ok }) => {
    if (!RELATIONS.has(String(removeType))) return undefined;
    const options = { isView: VIEWS.has(String(removeType)), mayBeMissing: missing_ok === true };
    return list(objects).map((one) => ({ range: rangeOf(one), use: 'written', ...options }));
  },
  AlterTableStmt: ({ relation, objtype, missing_ok, cmds }) => {
    if (!RELATIONS.has(String(objtype))) return undefined;
    const columns = list(cmds)
      .map((one) => one['AlterTableCmd'] as Members)
      .filter(({ subtype, missing_ok: ok }) => OF_COLUMNS.test(String(subtype)) && ok !== true)
      .map(({ name }) => String(name));
    const options = { isView: VIEWS.has(String(objtype)), mayBeMissing: missing_ok === true };
    return [{ range: relation as Members, use: 'written', columns, ...options }];
  },
  RenameStmt: ({ relation, renameType, relationType, subname, missing_ok }) => {
    const type = String(renameType === 'OBJECT_COLUMN' ? relationType : renameType);
    if (relation === undefined || !RELATIONS.has(type)) return undefined;
    const columns = renameType === 'OBJECT_COLUMN' ? [String(subname)] : [];
    const options = { isView: VIEWS.has(type), mayBeMissing: missing_ok === true };
    return [{ range: relation as Members, use: 'written', columns, ...options }];
  },
  RefreshMatViewStmt: ({ relation }) => [
    { range: relation as Members, use: 'written', isView: true },
  ],
  CommentStmt: ({ objtype, object }) => {
    if (objtype === 'OBJECT_COLUMN') {
      const items = ((object as Members)['List'] as Members)['items'];
      return [{ range: rangeOf(object, 1), use: 'written', columns: namesIn(items).slice(-1) }];
    }
    if (!RELATIONS.has(String(objtype))) return undefined;
    return [{ range: rangeOf(object), use: 'written', isView: VIEWS.has(String(objtype)) }];
  },
  IndexStmt: ({ relation, indexParams, indexIncludingParams }) => {
    const columns = [...list(indexParams), ...list(indexIncludingParams)]
      .map((one) => (one['IndexElem'] as Members)['name'])
      .filter((name) => typeof name === 'string');
    return [{ range: relation as Members, use: 'none', columns }];
  },
  CopyStmt: ({ relation, attlist, is_from }) => [
    {
      range: relation as Members,
      use: is_from === true ? 'written' : 'read',
      columns: namesIn(attlist),
      whole: true,
    },
  ],
};
