import { namesIn, type SyntaxNode } from './syntax.js';

const NAMES: Readonly<Record<string, string>> = {
  ...{ A_ArrayExpr: 'array', RowExpr: 'row', CoalesceExpr: 'coalesce', GroupingFunc: 'grouping' },
  ...{ XmlSerialize: 'xmlserialize' },
  ...{ JsonObjectConstructor: 'json_object', JsonArrayConstructor: 'json_array' },
};
const SUBLINKS: Readonly<Record<string, string>> = {
  ...{ EXISTS_SUBLINK: 'exists', ARRAY_SUBLINK: 'array' },
};

/** The name that PostgreSQL gives to a column of a result which has none; undefined is `?column?`. */
export function columnName(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  const { kind, members } = node;
  const first = (role: string) => columnName(node.childrenIn(role)[0]);
  switch (kind) {
    case 'ColumnRef': {
      const name = node.fields.at(-1);
      return name === '*' ? undefined : name;
    }
    case 'A_Indirection': {
      const field = namesIn(members['indirection']).findLast((name) => name !== '');
      return field === '*' ? undefined : (field ?? first('arg'));
    }
    case 'FuncCall':
      return namesIn(members['funcname']).at(-1);
    case 'TypeCast':
      return first('arg') ?? namesIn(node.childrenIn('typeName')[0]?.members['names']).at(-1);
    case 'CollateClause':
      return first('arg');
    case 'CaseExpr':
      return first('defresult') ?? 'case';
    case 'MinMaxExpr':
      return members['op'] === 'IS_LEAST' ? 'least' : 'greatest';
    case 'A_Expr':
      return members['kind'] === 'AEXPR_NULLIF' ? 'nullif' : undefined;
    case 'SQLValueFunction':
      return String(members['op'])
        .replace(/^SVFOP_|_N$/g, '')
        .toLowerCase();
    case 'SubLink': {
      const type = String(members['subLinkType']);
      const [select] = type === 'EXPR_SUBLINK' ? node.childrenIn('subselect') : [];
      return select === undefined ? SUBLINKS[type] : targetName(select.childrenIn('targetList')[0]);
    }
    default:
      return NAMES[kind];
  }
}

/** The name of one of the columns that a query gives. */
export function targetName(target: SyntaxNode | undefined): string | undefined {
  const name = target?.members['name'];
  return typeof name === 'string' ? name : columnName(target?.children[0]);
}

/** A column of a result. */
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
