import { quoted } from '../text/names.js';
import { findRelation, type FoundProblem, type QueryContext, type Statement } from './analysis.js';
import { conflictColumn } from './locate.js';
import { aboutOf } from './reasons.js';
import type { TouchedColumns } from './result.js';
import { COLUMN_COMMANDS, namesIn, rawNodes, readSyntax } from './syntax.js';
import type { Members, RawNode, RawStatement } from './syntax.js';

interface Named {
  readonly ranges: readonly Members[];
  readonly columns?: readonly string[];
  /** Relations that have to be there, and that it does nothing with. */
  readonly others?: readonly Members[];
  /** What kind of object they are, where the statement may be about others than relations. */
  readonly type?: unknown;
  /** What is done with them, if they are not written to. */
  readonly use?: 'read' | 'none';
}

const VIEWS = new Set<unknown>(['OBJECT_VIEW', 'OBJECT_MATVIEW']);
const RELATIONS = new Set([...VIEWS, 'OBJECT_TABLE', 'OBJECT_FOREIGN_TABLE', 'OBJECT_SEQUENCE']);
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
    // REFERENCES, INHERIT, ATTACH PARTITION
    const others = [...rawNodes({ kind: '', members: { cmds } })].map(([, members]) => members);
    const named = others.filter(({ relname }) => relname !== undefined);
    return { type, ranges: [relation as Members], columns, others: named };
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
): { readonly problems: readonly FoundProblem[]; readonly touched: readonly TouchedColumns[] } {
  const named = NAMED[tag]?.(members);
  if (named === undefined || !(named.type === undefined || RELATIONS.has(named.type))) {
    const message = `Statements of this kind (${kind}) are not checked.`;
    const about = { code: 'unresolved', target: 'statement', name: kind } as const;
    return { problems: SILENT.has(tag) ? [] : [found('', message, about, statement)], touched: [] };
  }
  const { ranges, columns = [], others = [], type, use = 'written' } = named;
  const problems = others
    .filter((range) => findRelation(range, statement) === undefined)
    .map((range) => missingRelation(range, 'table', statement));
  const touched: TouchedColumns[] = [];
  for (const range of ranges) {
    const relation = findRelation(range, statement);
    if (relation === undefined) {
      const target = VIEWS.has(type) ? 'view' : 'table';
      if (members['missing_ok'] !== true) problems.push(missingRelation(range, target, statement));
      continue;
    }
    const names = relation.columns.map(({ name }) => name);
    const hint = names.map(quoted).join(' ');
    for (const name of columns.filter((one) => !names.includes(one))) {
      const offset = placeOf(name, statement, placeOf(relation.name, statement) + 1);
      const message = `column "${name}" of relation "${relation.name}" does not exist`;
      const about = { target: 'column', name, offset, table: relation.name };
      problems.push(found('42703', message, about, statement, hint));
    }
    const used = relation.columns.filter(({ name }) => columns.includes(name));
    const numbers = used.map(({ number }) => number);
    // COPY without a list uses all columns.
    if (tag === 'CopyStmt' && columns.length === 0) numbers.push(0);
    if (use !== 'none') touched.push({ relation: relation.oid, [use]: numbers });
  }
  return { problems, touched };
}

function missingRelation(range: Members, target: string, statement: Statement): FoundProblem {
  const { schemaname: schema, relname } = range;
  const offset = placeOf(String(schema ?? relname), statement);
  if (typeof schema === 'string' && !statement.catalog.schemas.has(schema)) {
    const about = { target: 'schema', name: schema, offset };
    return found('3F000', `schema "${schema}" does not exist`, about, statement);
  }
  const name = [schema, relname].filter((part) => typeof part === 'string').join('.');
  return found('42P01', `relation "${name}" does not exist`, { target, name, offset }, statement);
}

/** What PostgreSQL would say if it looked. */
function found(
  code: string,
  message: string,
  about: Partial<FoundProblem>,
  { catalog }: QueryContext,
  hint = '',
): FoundProblem {
  const error = { code, message, hint };
  return { ...aboutOf(error, undefined, catalog), ...about, error };
}

/** The tree has no places for most of these names: the first token that is the name. */
const placeOf = (name: string, { tokens }: Statement, after = 0): number =>
  (tokens.named(name, after) ?? tokens.all[0])?.start ?? 0;

/** ON CONFLICT (columns) needs a unique index over them; PostgreSQL looks for it only when it plans. */
export async function conflictProblems(
  nodes: readonly RawNode[],
  sql: string,
  context: QueryContext,
): Promise<readonly FoundProblem[]> {
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
    const message =
      'there is no unique or exclusion constraint matching the ON CONFLICT specification';
    const name = names.filter((one) => typeof one === 'string').join(', ');
    const offset = node && conflictColumn(node, statement).offset;
    return [found('42P10', message, { target: 'constraint', name, offset }, context)];
  }
  return [];
}

const setOf = (numbers: readonly number[]): string => [...new Set(numbers)].sort().join();
