import { closest } from '../text/names.js';
import { findRelation, type Draft, type QueryContext, type Statement } from './analysis.js';
import { conflictColumn } from './locate.js';
import { columnNames, relationsLike } from './problems.js';
import type { TouchedColumns } from './result.js';
import { COLUMN_COMMANDS, namesIn, readSyntax } from './syntax.js';
import type { Members, RawNode, RawStatement } from './syntax.js';
import { inSql } from './tokens.js';

interface Named {
  readonly ranges: readonly Members[];
  readonly columns?: readonly string[];
  /** What kind of object they are, where the statement may be about others than relations. */
  readonly type?: unknown;
  /** What is done with them, if they are not written to. */
  readonly use?: 'read' | 'none';
}

const VIEWS = new Set<unknown>(['OBJECT_VIEW', 'OBJECT_MATVIEW']);
const RELATIONS = new Set([...VIEWS, 'OBJECT_TABLE', 'OBJECT_FOREIGN_TABLE', 'OBJECT_SEQUENCE']);
/** There is nothing in them that could be wrong. */
const SILENT = new Set(['TransactionStmt', 'VariableSetStmt', 'VariableShowStmt']);

const listIn = (value: unknown, kind: string): readonly Members[] =>
  Array.isArray(value) ? (value as Members[]).map((one) => one[kind] as Members) : [];

/** The name of DROP and COMMENT is a list of its parts. */
const rangeOf = (parts: readonly string[]): Members => ({
  ...{ relname: parts.at(-1), ...(parts.length > 1 && { schemaname: parts.at(-2) }) },
});

const NAMED: Readonly<Record<string, (members: Members) => Named>> = {
  TruncateStmt: ({ relations }) => ({ ranges: listIn(relations, 'RangeVar') }),
  LockStmt: ({ relations }) => ({ ranges: listIn(relations, 'RangeVar'), use: 'none' }),
  DropStmt: ({ objects, removeType: type }) => {
    const names = RELATIONS.has(type) ? listIn(objects, 'List') : [];
    return { type, ranges: names.map(({ items }) => rangeOf(namesIn(items))) };
  },
  AlterTableStmt: ({ relation, objtype: type, cmds }) => {
    const columns = listIn(cmds, 'AlterTableCmd')
      .filter(({ subtype, missing_ok: ok }) => COLUMN_COMMANDS.test(String(subtype)) && ok !== true)
      .map(({ name }) => String(name));
    return { type, ranges: [relation as Members], columns };
  },
  RenameStmt: ({ relation, renameType, relationType, subname }) => {
    const isColumn = renameType === 'OBJECT_COLUMN';
    const columns = isColumn ? [String(subname)] : [];
    return { type: isColumn ? relationType : renameType, ranges: [relation as Members], columns };
  },
  RefreshMatViewStmt: ({ relation }) => ({ type: 'OBJECT_MATVIEW', ranges: [relation as Members] }),
  CommentStmt: ({ objtype: type, object }) => {
    const { List: list } = (object ?? {}) as { List?: Members };
    const names = namesIn(list?.['items']);
    return type === 'OBJECT_COLUMN'
      ? { ranges: [rangeOf(names.slice(0, -1))], columns: names.slice(-1) }
      : { type, ranges: [rangeOf(names)] };
  },
  IndexStmt: ({ relation, indexParams, indexIncludingParams }) => {
    const elements = [indexParams, indexIncludingParams].flatMap((one) => listIn(one, 'IndexElem'));
    const columns = elements.map(({ name }) => name).filter((name) => typeof name === 'string');
    return { ranges: [relation as Members], use: 'none', columns };
  },
  CopyStmt: ({ relation, attlist, is_from }) => ({
    ...{ ranges: [relation as Members], columns: namesIn(attlist) },
    ...(is_from !== true && { use: 'read' }),
  }),
};

/** Looks up the relations and columns that a statement names: PostgreSQL does it only when it executes. */
export function checkUtility(
  { kind: tag, members }: RawStatement,
  kind: string,
  statement: Statement,
): { readonly problems: readonly Draft[]; readonly touched: readonly TouchedColumns[] } {
  const named = NAMED[tag]?.(members);
  if (named === undefined || !(named.type === undefined || RELATIONS.has(named.type))) {
    const message = `Statements of this kind (${kind}) are not checked.`;
    const note = { code: 'unresolved', severity: 'note', target: 'statement' } as const;
    return { problems: SILENT.has(tag) ? [] : [{ ...note, name: kind, message }], touched: [] };
  }
  const { ranges, columns = [], type, use = 'written' } = named;
  const problems: Draft[] = [];
  const touched: TouchedColumns[] = [];
  for (const range of ranges) {
    const relation = findRelation(range, statement);
    if (relation === undefined) {
      const target = VIEWS.has(type) ? 'view' : 'table';
      if (members['missing_ok'] !== true) problems.push(missingRelation(range, target, statement));
      continue;
    }
    const all = columnNames(relation);
    for (const name of columns.filter((one) => !all.includes(one))) {
      const place = placeOf(name, statement, placeOf(relation.name, statement) + 1);
      problems.push(missing('column', name, closest(name, all).map(inSql), place, relation.name));
    }
    const used = relation.columns.filter(({ name }) => columns.includes(name));
    const numbers = used.map(({ number }) => number);
    // COPY without a list uses all columns.
    if (tag === 'CopyStmt' && columns.length === 0) numbers.push(0);
    if (use !== 'none') touched.push({ relation: relation.oid, [use]: numbers });
  }
  return { problems, touched };
}

function missingRelation(range: Members, target: 'view' | 'table', statement: Statement): Draft {
  const { schemaname: schema, relname } = range;
  const { catalog } = statement;
  const place = placeOf(String(schema ?? relname), statement);
  if (typeof schema === 'string' && !catalog.schemas.has(schema)) {
    return missing('schema', schema, closest(schema, catalog.schemas).map(inSql), place);
  }
  const name = [schema, relname].filter((part) => typeof part === 'string').join('.');
  return missing(target, name, relationsLike(name, statement), place);
}

/** By target: the reason, and PostgreSQL's number and words for it. */
const MISSING = {
  table: ['TABLE_NOT_FOUND', '42P01', 'Relation'],
  view: ['TABLE_NOT_FOUND', '42P01', 'Relation'],
  column: ['COLUMN_NOT_FOUND', '42703', 'Column'],
  schema: ['SCHEMA_NOT_FOUND', '3F000', 'Schema'],
} as const;

function missing(
  target: keyof typeof MISSING,
  name: string,
  near: readonly string[],
  offset: number,
  table?: string,
): Draft {
  const [reason, sqlstate, word] = MISSING[target];
  const of = table === undefined ? '' : ` of relation "${table}"`;
  const message = `${word} "${name}"${of} does not exist.`;
  return {
    ...{ code: 'not_found', severity: 'error', reason, sqlstate, target, name, message, offset },
    ...(table !== undefined && { table }),
    ...(near.length > 0 && { didYouMean: near }),
  };
}

/** The tree has no places for most of these names: the first token that is the name. */
const placeOf = (name: string, { tokens }: Statement, after = 0): number =>
  (tokens.named(name, after) ?? tokens.all[0])?.start ?? 0;

/** ON CONFLICT (columns) needs a unique index over them; PostgreSQL looks for it only when it plans. */
export async function conflictProblems(
  nodes: readonly RawNode[],
  sql: string,
  context: QueryContext,
): Promise<readonly Draft[]> {
  for (const [kind, { relation: range, onConflictClause }] of nodes) {
    const infer = (onConflictClause as Members | undefined)?.['infer'] as Members | undefined;
    if (kind !== 'InsertStmt' || infer?.['indexElems'] === undefined) continue;
    const relation = findRelation(range as Members, context);
    if (relation === undefined || !/table$/.test(relation.kind)) continue;
    const names = listIn(infer['indexElems'], 'IndexElem').map(({ name }) => name);
    const numberOf = (name: unknown) => relation.columns.find((one) => one.name === name)?.number;
    const wanted = names.map((name) => numberOf(name) ?? 0);
    const fits = (await context.catalog.uniqueKeys()).some(
      ({ relation: of, columns, partial }) =>
        of === relation.oid &&
        (infer['whereClause'] !== undefined || !partial) &&
        setOf(columns) === setOf(wanted),
    );
    if (fits) continue;
    const statement = { ...context, ...readSyntax(sql) };
    const [node] = statement.root.all('infer');
    const about = { code: 'misplaced', severity: 'error', reason: 'INVALID_LOGIC' } as const;
    const message =
      'There is no unique or exclusion constraint matching the ON CONFLICT specification.';
    const name = names.filter((one) => typeof one === 'string').join(', ');
    const offset = node && conflictColumn(node, statement).offset;
    return [{ ...about, sqlstate: '42P10', target: 'constraint', name, message, offset }];
  }
  return [];
}

const setOf = (numbers: readonly number[]): string => [...new Set(numbers)].sort().join();
