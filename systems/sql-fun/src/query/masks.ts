import { quoted } from '../text/names.js';
import { ReplacedText, type Replacement, type Span } from '../text/source-text.js';
import { findRelation, type Statement } from './analysis.js';
import { namesIn, type FromItem, type SyntaxNode } from './syntax.js';

/** A statement of which some stretches are masked, so that PostgreSQL can go on to the next problem. */
export class MaskedText extends ReplacedText {
  readonly #sql: string;
  readonly #masks: readonly Replacement[];

  constructor(sql: string, masks: readonly Replacement[] = []) {
    super(sql, masks);
    this.#sql = sql;
    this.#masks = masks;
  }

  get isEmpty(): boolean {
    return this.#masks.length === 0;
  }

  with(mask: Replacement): MaskedText {
    const others = this.#masks.filter(({ start, end }) => start < mask.start || end > mask.end);
    const masks = [...others, mask].sort((a, b) => a.start - b.start);
    return new MaskedText(this.#sql, masks);
  }

  touches({ start, end }: Span): boolean {
    return this.#masks.some((mask) => mask.start < end && mask.end > start);
  }

  covers({ start, end }: Span): boolean {
    return this.#masks.some((mask) => mask.start <= start && mask.end >= end);
  }
}

/** What replaces a wrong node, and what is lost with it: a relation of FROM, an expression, a column of USING. */
export interface NodeMask extends Replacement {
  readonly relation?: FromItem;
  readonly expression?: SyntaxNode;
  readonly column?: string;
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

type Mask = NodeMask | undefined;

/** How a node is masked. `used` are columns that stand for others already. */
export function maskFor(node: SyntaxNode, statement: Statement, used: ReadonlySet<string>): Mask {
  const { kind, start, end, parent } = node;
  if (kind === 'RangeVar') return isInFrom(node) ? relationMask(node, statement) : undefined;
  if (kind === 'TypeName') {
    return { start, end, text: 'text', ...(parent?.kind === 'TypeCast' && { expression: parent }) };
  }
  if (kind === 'infer') return conflictMask(node, statement);
  if (kind === 'ResTarget' && isAssigned(node)) return columnMask(node, statement, used);
  const nearestOne = node.nearest(isExpression);
  const expression = nearestOne && wholeOf(nearestOne);
  if (expression === undefined) return undefined;
  const list = expression.parent;
  return expression.kind === 'FuncCall' && list?.parent?.kind === 'RangeFunction'
    ? relationMask(list.parent, statement)
    : expressionMask(expression);
}

/** Of `interval '1 day'`, `(c).field` and `a[1]` the whole: NULL cannot stand behind a type, and has no parts. */
function wholeOf(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  if (parent?.kind === 'A_Indirection' && node.role === 'arg') return wholeOf(parent);
  if (node.kind !== 'A_Const' || parent?.kind !== 'TypeCast') return node;
  const [type] = parent.childrenIn('typeName');
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
  if (parent?.kind === 'SortBy' && parent.parent?.kind === 'SelectStmt') {
    const { distinctClause, larg } = parent.parent.members;
    return distinctClause !== undefined || larg !== undefined ? '1' : 'NULL::text';
  }
  return isGrouped({ parent, role }) ? 'NULL::text' : 'NULL';
}

/** Whether it is an item of GROUP BY or DISTINCT ON; GROUPING SETS ((a, b)) has two. */
export const isGrouped = ({ role, parent }: Pick<SyntaxNode, 'role' | 'parent'>): boolean =>
  /^(?:group|distinct)Clause$/.test(role) ||
  (/^(?:GroupingSet|RowExpr)$/.test(parent?.kind ?? '') && isGrouped(parent!));

function relationMask(node: SyntaxNode, { tokens }: Statement): NodeMask {
  const { start, members, alias } = node;
  const name = alias ?? String(members['relname'] ?? 'f');
  const to = alias === undefined ? node.to : tokens.endOfAlias(node.to);
  const end = tokens.all[to - 1]?.end ?? node.end;
  return { start, end, text: `(SELECT) AS ${quoted(name)}`, relation: { node, name } };
}

/** A second query of WITH, or a second relation of FROM, that has the same name gets another one. */
export function nameMask(node: SyntaxNode, { tokens, sql }: Statement): Mask {
  const { kind, members, alias } = node;
  if (kind === 'CommonTableExpr') {
    const { start, end } = tokens.all[node.from]!;
    return { start, end, text: quoted(`${String(members['ctename'])} 2`) };
  }
  if (kind !== 'RangeVar') return undefined;
  const end = alias ? tokens.all[tokens.endOfAlias(node.to) - 1]!.end : node.end;
  return { start: node.start, end, text: `${sql.slice(node.start, node.end)} AS "another name"` };
}

/** The conflict is about any column: whether there is a key is checked elsewhere. */
function conflictMask(node: SyntaxNode, statement: Statement): Mask {
  const { from, members } = node;
  const { tokens } = statement;
  const column = findRelation(node.statement?.target?.members, statement)?.columns[0];
  if (column === undefined) return undefined;
  const to = members['conname'] === undefined ? tokens.endOfBracket(from) : from + 3;
  const [start, end] = [tokens.all[from]!.start, tokens.all[to - 1]!.end];
  return { start, end, text: `(${quoted(column.name)})` };
}

/** Another column of the table, which the statement does not set, replaces one that is missing. */
function columnMask(node: SyntaxNode, statement: Statement, used: ReadonlySet<string>): Mask {
  const { start, role, parent } = node;
  const relation = findRelation(node.statement?.target?.members, statement);
  const siblings = parent!.childrenIn(role);
  const taken = new Set([...used, ...siblings.map(({ members }) => members['name'])]);
  const other = relation?.columns.find(({ name }) => !taken.has(name));
  if (other === undefined) return undefined;
  const index = siblings.indexOf(node);
  // MERGE … INSERT (a) VALUES (1)
  const inserted = parent!.childrenIn('values')[index];
  const values =
    role === 'cols' ? valuesOf(node.statement!, index) : inserted ? [inserted] : node.children;
  const { end } = statement.tokens.all[statement.tokens.endOfName(node.from) - 1]!;
  return { start, end, text: quoted(other.name), values };
}

/** Columns or values of an INSERT that have no counterpart go, where it has one row. */
export function surplusMask(node: SyntaxNode): Mask {
  const item = node.nearest(({ role, parent }) => role === 'cols' || isValue(role, parent));
  const siblings = item?.parent?.childrenIn(item.role) ?? [];
  const before = siblings[siblings.indexOf(item!) - 1];
  return before && { start: before.end, end: siblings.at(-1)!.end, text: '' };
}

const isValue = (role: string, parent: SyntaxNode | undefined): boolean =>
  (role === 'targetList' && parent?.role === 'selectStmt') ||
  (parent?.role === 'valuesLists' && parent.parent!.childrenIn('valuesLists').length === 1);

function valuesOf(insert: SyntaxNode, index: number): readonly SyntaxNode[] {
  const [select] = insert.childrenIn('selectStmt');
  if (select === undefined) return [];
  const rows = select.childrenIn('valuesLists').map(({ children }) => children[index]);
  const targets = select.childrenIn('targetList').flatMap(({ children }) => children);
  const hasStar = targets.some(({ fields }) => fields.includes('*'));
  const columns = hasStar ? targets : targets.slice(index, index + 1);
  return [...rows, ...columns].filter((one) => one !== undefined);
}

/** Whether a column is set here: INSERT (a), SET a = 1. */
export const isAssigned = ({ role, parent }: SyntaxNode): boolean =>
  role === 'cols' || (role === 'targetList' && parent?.kind !== 'SelectStmt');

const isInFrom = ({ role, parent }: SyntaxNode): boolean =>
  ['sourceRelation', 'fromClause', 'usingClause'].includes(role) ||
  (parent?.kind === 'JoinExpr' && (role === 'larg' || role === 'rarg'));

const nameIn = (node: SyntaxNode, role: string) => columnName(node.childrenIn(role)[0]);
const lastIn = (list: unknown) => namesIn(list).findLast((name) => name !== '');

const NAMES: Readonly<Record<string, (node: SyntaxNode) => string | undefined>> = {
  ColumnRef: ({ fields }) => fields.at(-1),
  A_Indirection: (node) => lastIn(node.members['indirection']) ?? nameIn(node, 'arg'),
  FuncCall: ({ members }) => lastIn(members['funcname']),
  TypeName: ({ members }) => lastIn(members['names']),
  TypeCast: (node) => nameIn(node, 'arg') ?? nameIn(node, 'typeName'),
  CollateClause: (node) => nameIn(node, 'arg'),
  CaseExpr: (node) => nameIn(node, 'defresult') ?? 'case',
  MinMaxExpr: ({ members }) => (members['op'] === 'IS_LEAST' ? 'least' : 'greatest'),
  A_Expr: ({ members }) => (members['kind'] === 'AEXPR_NULLIF' ? 'nullif' : undefined),
  SQLValueFunction: ({ members }) =>
    /^SVFOP_(\w+?)(?:_N)?$/.exec(String(members['op']))?.[1]?.toLowerCase(),
  SubLink: ({ members: { subLinkType: type }, children }) => {
    if (type === 'EXISTS_SUBLINK') return 'exists';
    if (type === 'ARRAY_SUBLINK') return 'array';
    const select = children.find(({ role }) => role === 'subselect');
    return type === 'EXPR_SUBLINK' ? targetName(select?.childrenIn('targetList')[0]) : undefined;
  },
  A_ArrayExpr: () => 'array',
  RowExpr: () => 'row',
  CoalesceExpr: () => 'coalesce',
  GroupingFunc: () => 'grouping',
  XmlSerialize: () => 'xmlserialize',
  JsonObjectConstructor: () => 'json_object',
  JsonArrayConstructor: () => 'json_array',
};

/** The name that PostgreSQL gives to a column of a result which has none; undefined is `?column?`. */
export function columnName(node: SyntaxNode | undefined): string | undefined {
  const name = node && NAMES[node.kind]?.(node);
  return name === '*' ? undefined : name;
}

export function targetName(target: SyntaxNode | undefined): string | undefined {
  const name = target?.members['name'];
  return typeof name === 'string' ? name : columnName(target?.children[0]);
}

export interface Output {
  readonly name: string;
  readonly isMasked: boolean;
}

/** The columns of the result as they are written; undefined if that is by `*`, or there is none. */
export function outputsOf(root: SyntaxNode, masked: MaskedText): readonly Output[] | undefined {
  let query = root;
  for (let arm = query; arm !== undefined; arm = arm.childrenIn('larg')[0]!) query = arm;
  const [returning] = query.childrenIn('returningClause');
  if (query.kind === 'UpdateStmt' && returning === undefined) return undefined;
  const targets = returning ? returning.childrenIn('exprs') : query.childrenIn('targetList');
  const hasStar = targets.some(({ children: [value] }) => value?.fields.includes('*'));
  if (targets.length === 0 || hasStar) return undefined;
  const nameOf = (target: SyntaxNode) => targetName(target) ?? '?column?';
  return targets.map((one) => ({ name: nameOf(one), isMasked: masked.touches(one) }));
}
