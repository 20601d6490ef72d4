import type { Node, SubLink } from 'libpg-query';
import { partsOf } from './names.js';

/** A cast or a CASE has a name only where what is within has none. */
interface Named {
  readonly name: string;
  readonly weak?: true;
}

type FirstOutput = (select: Node) => string | undefined;

/** The name that a column of a result has without an alias; `firstOutput` knows the first column of a subquery. */
export function outputName(node: Node, firstOutput: FirstOutput = firstTarget): string {
  return nameOf(node, firstOutput)?.name ?? '?column?';
}

const FIXED: Readonly<Record<string, string>> = {
  A_ArrayExpr: 'array',
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
  JsonArrayAgg: 'json_arrayagg',
  JsonArrayConstructor: 'json_array',
  JsonArrayQueryConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonObjectConstructor: 'json_object',
  JsonParseExpr: 'json',
  JsonScalarExpr: 'json_scalar',
  JsonSerializeExpr: 'json_serialize',
  MergeSupportFunc: 'merge_action',
  RowExpr: 'row',
  XmlSerialize: 'xmlserialize',
};

function nameOf(node: Node, firstOutput: FirstOutput): Named | undefined {
  const within = (inner: Node | undefined) => inner && nameOf(inner, firstOutput);
  if ('ColumnRef' in node) return last(partsOf(node.ColumnRef.fields));
  if ('A_Indirection' in node) {
    const { arg, indirection } = node.A_Indirection;
    return last(partsOf(indirection)) ?? within(arg);
  }
  if ('FuncCall' in node) return last(partsOf(node.FuncCall.funcname));
  if ('TypeCast' in node) {
    const { arg, typeName } = node.TypeCast;
    const inner = within(arg);
    if (inner !== undefined && inner.weak !== true) return inner;
    const type = partsOf(typeName?.names).at(-1);
    return type === undefined ? inner : { name: type, weak: true };
  }
  if ('CaseExpr' in node) {
    const inner = within(node.CaseExpr.defresult);
    return inner !== undefined && inner.weak !== true ? inner : { name: 'case', weak: true };
  }
  if ('CollateClause' in node) return within(node.CollateClause.arg);
  if ('SubLink' in node) return nameOfSublink(node.SubLink, firstOutput);
  return nameOfKind(node);
}

function last(parts: readonly string[]): Named | undefined {
  const name = parts.at(-1);
  return name === undefined ? undefined : { name };
}

/** What has the same name whatever is within. */
function nameOfKind(node: Node): Named | undefined {
  if ('A_Expr' in node) return node.A_Expr.kind === 'AEXPR_NULLIF' ? { name: 'nullif' } : undefined;
  if ('MinMaxExpr' in node) {
    return { name: node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest' };
  }
  if ('SQLValueFunction' in node) {
    const { op = '' } = node.SQLValueFunction;
    return {
      name: op
        .replace(/^SVFOP_/, '')
        .replace(/_N$/, '')
        .toLowerCase(),
    };
  }
  if ('XmlExpr' in node) {
    const { op = '' } = node.XmlExpr;
    return op === 'IS_DOCUMENT' ? undefined : { name: op.replace(/^IS_/, '').toLowerCase() };
  }
  if ('JsonFuncExpr' in node) {
    return { name: (node.JsonFuncExpr.op ?? '').replace(/_OP$/, '').toLowerCase() };
  }
  const name = FIXED[Object.keys(node)[0] ?? ''];
  return name === undefined ? undefined : { name };
}

function nameOfSublink(link: SubLink, firstOutput: FirstOutput): Named | undefined {
  switch (link.subLinkType) {
    case 'EXISTS_SUBLINK':
      return { name: 'exists' };
    case 'ARRAY_SUBLINK':
      return { name: 'array' };
    case 'EXPR_SUBLINK': {
      const name = link.subselect && firstOutput(link.subselect);
      return name === undefined ? undefined : { name };
    }
    default:
      return undefined;
  }
}

/** The name of the first column of a query as far as its text says it. */
function firstTarget(select: Node): string | undefined {
  if (!('SelectStmt' in select)) return undefined;
  const { larg, valuesLists, targetList } = select.SelectStmt;
  if (larg !== undefined) return firstTarget({ SelectStmt: larg });
  if (valuesLists !== undefined) return 'column1';
  const [target] = targetList ?? [];
  if (target === undefined || !('ResTarget' in target)) return undefined;
  const { name, val } = target.ResTarget;
  return name ?? (val && outputName(val));
}
