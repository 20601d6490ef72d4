import { namesIn, type SyntaxNode } from './syntax.js';

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

/** The columns of the result as they are written; undefined where that is by `*`, or there is none. */
export function outputsOf(
  root: SyntaxNode,
  isMasked: (target: SyntaxNode) => boolean,
): readonly Output[] | undefined {
  let query = root;
  for (let arm = query; arm !== undefined; arm = arm.childrenIn('larg')[0]!) query = arm;
  const [returning] = query.childrenIn('returningClause');
  if (query.kind === 'UpdateStmt' && returning === undefined) return undefined;
  const targets = returning ? returning.childrenIn('exprs') : query.childrenIn('targetList');
  const hasStar = targets.some(({ children: [value] }) => value?.fields.includes('*'));
  if (targets.length === 0 || hasStar) return undefined;
  return targets.map((target) => ({
    ...{ name: targetName(target) ?? '?column?', isMasked: isMasked(target) },
  }));
}
