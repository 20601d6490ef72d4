import { nodeOf, nodesOf, numberOf, type TreeNode } from './analysed-tree.js';

/** The field that has the type of an expression, for those whose type can be a domain. */
const TYPES: Readonly<Record<string, string>> = {
  VAR: 'vartype',
  PARAM: 'paramtype',
  FUNCEXPR: 'funcresulttype',
  OPEXPR: 'opresulttype',
  FIELDSELECT: 'resulttype',
  RELABELTYPE: 'resulttype',
  COERCETODOMAIN: 'resulttype',
  SUBSCRIPTINGREF: 'refrestype',
  CASEEXPR: 'casetype',
  COALESCEEXPR: 'coalescetype',
  MINMAXEXPR: 'minmaxtype',
  AGGREF: 'aggtype',
  WINDOWFUNC: 'wintype',
};

/** The types of the columns of a query; undefined where it cannot be a domain. */
export function columnTypes(query: TreeNode): readonly (number | undefined)[] {
  return outputs(query).map(typeOf);
}

function outputs(query: TreeNode): readonly (TreeNode | undefined)[] {
  const returning = nodesOf(query, 'returningList');
  return (returning.length > 0 ? returning : nodesOf(query, 'targetList'))
    .filter((target) => target.fields.get('resjunk') !== 'true')
    .map((target) => nodeOf(target, 'expr'));
}

const SCALAR_SUBQUERY = 4;

function typeOf(expression: TreeNode | undefined): number | undefined {
  let one = expression;
  for (let next = one; next !== undefined; next = sameType(next)) one = next;
  const field = one && TYPES[one.kind];
  return field === undefined ? undefined : numberOf(one!, field);
}

/** The part of an expression that has the type of the whole. */
function sameType(expression: TreeNode): TreeNode | undefined {
  if (expression.kind === 'COLLATEEXPR') return nodeOf(expression, 'arg');
  const isScalar =
    expression.kind === 'SUBLINK' && numberOf(expression, 'subLinkType') === SCALAR_SUBQUERY;
  const query = isScalar ? nodeOf(expression, 'subselect') : undefined;
  return query && outputs(query)[0];
}
