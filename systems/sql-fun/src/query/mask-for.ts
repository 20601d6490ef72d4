import { columnName } from './column-name.js';
import { findRelation, type QueryContext } from './context.js';
import { STATEMENTS } from './from-items.js';
import { childrenIn, namesIn, nearest, type Syntax, type SyntaxNode } from './syntax.js';

/** What stands for a node that is wrong, so that PostgreSQL can go on. */
export interface NodeMask {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The relation of FROM that is gone. */
  readonly relation?: { readonly node: SyntaxNode; readonly name: string };
  /** The expression that is gone. */
  readonly expression?: SyntaxNode;
  /** Values that now go to another column: their types do not count. */
  readonly values?: readonly SyntaxNode[];
}

const EXPRESSIONS = new Set(
  (
    'ColumnRef A_Const ParamRef FuncCall A_Expr TypeCast SubLink CaseExpr CoalesceExpr MinMaxExpr BoolExpr NullTest BooleanTest ' +
    'A_Indirection A_ArrayExpr RowExpr CollateClause SQLValueFunction XmlExpr XmlSerialize GroupingFunc JsonFuncExpr ' +
    'JsonObjectConstructor JsonArrayConstructor JsonScalarExpr JsonParseExpr JsonSerializeExpr JsonIsPredicate JsonObjectAgg JsonArrayAgg'
  ).split(' '),
);

export const isExpression = ({ kind }: SyntaxNode): boolean => EXPRESSIONS.has(kind);

/** How a node is masked; undefined where nothing can stand for it. */
export function maskFor(
  node: SyntaxNode,
  syntax: Syntax,
  context: QueryContext,
  used: ReadonlySet<string>,
): NodeMask | undefined {
  if (node.kind === 'RangeVar') return isInFrom(node) ? relationMask(node, syntax) : undefined;
  if (node.kind === 'TypeName') return typeMask(node);
  if (node.kind === 'infer') return conflictMask(node, syntax, context);
  if (node.kind === 'ResTarget' && isAssigned(node)) return columnMask(node, syntax, context, used);
  const nearestOne = nearest(node, EXPRESSIONS);
  const expression = nearestOne && typedLiteral(nearestOne);
  if (expression === undefined) return undefined;
  const list = expression.parent;
  if (expression.kind === 'FuncCall' && list?.parent?.kind === 'RangeFunction') {
    return relationMask(list.parent, syntax);
  }
  return expressionMask(expression);
}

function typeMask({ start, end, parent }: SyntaxNode): NodeMask {
  const isCast = parent?.kind === 'TypeCast';
  return { start, end, text: 'text', ...(isCast && { expression: parent }) };
}

/** Of `interval '1 day'` the whole: NULL cannot stand behind the type. */
function typedLiteral(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  if (node.kind !== 'A_Const' || parent?.kind !== 'TypeCast') return node;
  const [type] = childrenIn(parent, 'typeName');
  return type !== undefined && type.start < node.start && type.end <= node.start ? parent : node;
}

function expressionMask(expression: SyntaxNode): NodeMask {
  const { parent } = expression;
  const isColumn =
    parent?.kind === 'ResTarget' && parent.members['name'] === undefined && !isAssigned(parent);
  const name = isColumn ? columnName(expression) : undefined;
  // With its parentheses, which take no name.
  const { start, end } = name === undefined ? expression : parent!;
  const text = name === undefined ? standIn(expression) : `NULL AS ${quoted(name)}`;
  return { start, end, text, expression };
}

/** ORDER BY, GROUP BY and DISTINCT ON take a bare NULL for a mistake. */
function standIn({ parent, role }: SyntaxNode): string {
  const isSorted = parent?.kind === 'SortBy' && parent.parent?.kind === 'SelectStmt';
  if (isSorted) {
    const { members } = parent.parent!;
    const limited = members['distinctClause'] !== undefined || members['larg'] !== undefined;
    return limited ? '1' : 'NULL::text';
  }
  return role === 'groupClause' || role === 'distinctClause' ? 'NULL::text' : 'NULL';
}

/** A row without columns, under the same name. */
function relationMask(node: SyntaxNode, { tokens }: Syntax): NodeMask {
  const alias = (node.members['alias'] as { aliasname?: string } | undefined)?.aliasname;
  const own = node.members['relname'] ?? 'f';
  const name = alias ?? String(own);
  const to = alias === undefined ? node.to : tokens.endOfAlias(node.to);
  return {
    start: node.start,
    end: tokens.all[to - 1]?.end ?? node.end,
    text: `(SELECT) AS ${quoted(name)}`,
    relation: { node, name },
  };
}

/** A second query of WITH that has the same name gets another one. */
export function nameMask({ from, members }: SyntaxNode, { tokens }: Syntax): NodeMask {
  const { start, end } = tokens.all[from]!;
  return { start, end, text: quoted(`${String(members['ctename'])} 2`) };
}

/** A second relation of FROM that has the same name gets another one. */
export function aliasMask(node: SyntaxNode, { tokens, sql }: Syntax): NodeMask | undefined {
  if (node.kind !== 'RangeVar') return undefined;
  const aliased = node.members['alias'] !== undefined;
  const end = aliased ? tokens.all[tokens.endOfAlias(node.to) - 1]!.end : node.end;
  const text = `${sql.slice(node.start, node.end)} AS "another name"`;
  return { start: node.start, end, text };
}

/** The conflict is about any column: whether there is a key is not asked here. */
function conflictMask(
  node: SyntaxNode,
  { tokens }: Syntax,
  context: QueryContext,
): NodeMask | undefined {
  const target = childrenIn(nearest(node, STATEMENTS)!, 'relation')[0];
  const column = target && findRelation(target.members, context)?.columns[0];
  if (column === undefined) return undefined;
  const { from } = node;
  const to = node.members['conname'] === undefined ? (tokens.partner(from) ?? from) + 1 : from + 3;
  const [start, end] = [tokens.all[from]!.start, tokens.all[to - 1]?.end];
  return end === undefined ? undefined : { start, end, text: `(${quoted(column.name)})` };
}

/** Another column of the table, which the statement does not set, stands for one that is missing. */
function columnMask(
  node: SyntaxNode,
  { tokens }: Syntax,
  context: QueryContext,
  used: ReadonlySet<string>,
): NodeMask | undefined {
  const statement = nearest(node, STATEMENTS)!;
  const target = childrenIn(statement, 'relation')[0];
  const relation = target && findRelation(target.members, context);
  const own = new Set([...used, ...siblingsOf(node).map(({ members }) => members['name'])]);
  const other = relation?.columns.find(({ name }) => !own.has(name));
  if (other === undefined) return undefined;
  return {
    start: node.start,
    end: tokens.all[tokens.endOfName(node.from) - 1]!.end,
    text: quoted(other.name),
    values: valuesFor(node, statement),
  };
}

const siblingsOf = ({ parent, role }: SyntaxNode): readonly SyntaxNode[] =>
  parent === undefined ? [] : childrenIn(parent, role);

/** What is stored into a column. */
function valuesFor(node: SyntaxNode, statement: SyntaxNode): readonly SyntaxNode[] {
  const index = siblingsOf(node).indexOf(node);
  if (node.role === 'cols') return valuesOf(statement, index);
  // MERGE … INSERT (a) VALUES (1)
  const inserted = childrenIn(node.parent!, 'values')[index];
  return inserted === undefined ? node.children : [inserted];
}

/** What is inserted into the column of this number. */
function valuesOf(insert: SyntaxNode, index: number): readonly SyntaxNode[] {
  const [select] = childrenIn(insert, 'selectStmt');
  if (select === undefined) return [];
  const rows = childrenIn(select, 'valuesLists').map(({ children }) => children[index]);
  const targets = childrenIn(select, 'targetList').flatMap(({ children }) => children);
  const hasStar = targets.some(({ members }) => namesIn(members['fields']).includes('*'));
  const columns = hasStar ? targets : targets.slice(index, index + 1);
  return [...rows, ...columns].filter((one) => one !== undefined);
}

/** Whether a column is set here: INSERT (a), SET a = 1. */
export const isAssigned = ({ role, parent }: SyntaxNode): boolean =>
  role === 'cols' ||
  (role === 'targetList' && parent !== undefined && parent.kind !== 'SelectStmt');

const isInFrom = ({ role, parent }: SyntaxNode): boolean =>
  role === 'sourceRelation' ||
  role === 'fromClause' ||
  role === 'usingClause' ||
  (parent?.kind === 'JoinExpr' && (role === 'larg' || role === 'rarg'));

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
