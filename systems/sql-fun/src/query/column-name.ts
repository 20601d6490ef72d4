import { childrenIn, namesIn, type SyntaxNode } from './syntax.js';

const NAMES: Readonly<Record<string, string>> = {
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
  XmlSerialize: 'xmlserialize',
  JsonObjectConstructor: 'json_object',
  JsonArrayConstructor: 'json_array',
};

/** The name that PostgreSQL gives to a column of a result which has none; undefined is `?column?`. */
export function columnName(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  const { kind, members } = node;
  const first = (role: string) => columnName(childrenIn(node, role)[0]);
  switch (kind) {
    case 'ColumnRef': {
      const name = namesIn(members['fields']).at(-1);
      return name === '*' ? undefined : name;
    }
    case 'A_Indirection': {
      const field = namesIn(members['indirection']).findLast((name) => name !== '');
      return field === '*' ? undefined : (field ?? first('arg'));
    }
    case 'FuncCall':
      return namesIn(members['funcname']).at(-1);
    case 'TypeCast':
      return first('arg') ?? namesIn(childrenIn(node, 'typeName')[0]?.members['names']).at(-1);
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
    case 'SubLink':
      return sublinkName(node);
    default:
      return NAMES[kind];
  }
}

function sublinkName(node: SyntaxNode): string | undefined {
  const type = node.members['subLinkType'];
  if (type === 'EXISTS_SUBLINK') return 'exists';
  if (type === 'ARRAY_SUBLINK') return 'array';
  if (type !== 'EXPR_SUBLINK') return undefined;
  const select = childrenIn(node, 'subselect')[0];
  const target = select && childrenIn(select, 'targetList')[0];
  const name = target?.members['name'];
  return typeof name === 'string' ? name : columnName(target?.children[0]);
}
