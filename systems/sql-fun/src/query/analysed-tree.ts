/** A value of PostgreSQL's printed trees: a node, a list, or a token as it is written. */
export type TreeValue = TreeNode | readonly TreeValue[] | string;

export interface TreeNode {
  /** `QUERY`, `VAR`, … */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}

/** A node or a list that is not closed yet. */
interface Open {
  readonly kind: string | undefined;
  readonly fields: Map<string, TreeValue>;
  readonly items: TreeValue[];
  /** The field whose value comes next. */
  key: string | undefined;
}

const [BRACE, BRACE_END, PARENTHESIS, PARENTHESIS_END, SPACE, BACKSLASH] = [...'{}() \\'].map(
  (character) => character.charCodeAt(0),
) as [number, number, number, number, number, number];

/**
 * Reads what `debug_print_parse` prints: `({QUERY :commandType 1 … })`. Special characters of names are escaped in it. Trees
 * can be megabytes and deep, so that it is read in one pass and without recursion.
 */
export function readTree(text: string): TreeValue {
  const stack: Open[] = [];
  let top: Open = { kind: undefined, fields: new Map(), items: [], key: undefined };
  const add = (value: TreeValue): void => {
    if (top.kind === undefined) top.items.push(value);
    else if (top.key !== undefined) {
      top.fields.set(top.key, value);
      top.key = undefined;
    } else if (typeof value === 'string' && value.startsWith(':')) top.key = value.slice(1);
    // Else it is one of the bytes behind the length of a constant: `4 [ 3 0 0 0 ]`.
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === BRACE || code === PARENTHESIS) {
      const end = code === BRACE ? tokenEnd(text, at + 1) : at + 1;
      stack.push(top);
      const kind = code === BRACE ? text.slice(at + 1, end) : undefined;
      top = { kind, fields: new Map(), items: [], key: undefined };
      at = end;
    } else if (code === BRACE_END || code === PARENTHESIS_END) {
      const closed = top;
      top = stack.pop() ?? top;
      add(closed.kind === undefined ? closed.items : { kind: closed.kind, fields: closed.fields });
      at += 1;
    } else if (code <= SPACE) at += 1;
    else {
      const end = tokenEnd(text, at);
      add(text.slice(at, end));
      at = end;
    }
  }
  const [value] = top.items;
  if (stack.length > 0 || value === undefined) throw new SyntaxError('the tree ends too early');
  return value;
}

/** A token goes to the next space, brace or parenthesis that is not escaped. */
function tokenEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code <= SPACE || code === BRACE || code === BRACE_END) return at;
    else if (code === PARENTHESIS || code === PARENTHESIS_END) return at;
  }
  return text.length;
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && !Array.isArray(value);

/** A field that is a node. */
export function nodeOf(node: TreeNode, field: string): TreeNode | undefined {
  const value = node.fields.get(field);
  return isNode(value) ? value : undefined;
}

/** A field that is a list of nodes; empty where it is missing. */
export function nodesOf(node: TreeNode, field: string): readonly TreeNode[] {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export const numberOf = (node: TreeNode, field: string): number => Number(node.fields.get(field));

/** A set of numbers: `(b 8 9)`. */
export function numbersOf(node: TreeNode, field: string): readonly number[] {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.slice(1).map(Number) : [];
}

/** Kinds of subqueries in expressions, as `subLinkType` counts them. */
export const SUBLINKS = { exists: 0, any: 2, scalar: 4, array: 6 } as const;

/** The expressions of the columns that a query gives. */
export function outputsOf(query: TreeNode): readonly (TreeNode | undefined)[] {
  const returning = nodesOf(query, 'returningList');
  return (returning.length > 0 ? returning : nodesOf(query, 'targetList'))
    .filter((target) => target.fields.get('resjunk') !== 'true')
    .map((target) => nodeOf(target, 'expr'));
}

/** The conditions that all have to be true for a condition to be true. */
export function conjuncts(condition: TreeNode | undefined): readonly TreeNode[] {
  if (condition === undefined) return [];
  const isAnd = condition.kind === 'BOOLEXPR' && condition.fields.get('boolop') === 'and';
  return isAnd ? nodesOf(condition, 'args').flatMap(conjuncts) : [condition];
}

/** All nodes of some kinds, however deep, in the order of the tree. */
export function findNodes(
  value: TreeValue | undefined,
  ...kinds: readonly string[]
): readonly TreeNode[] {
  const found: TreeNode[] = [];
  const open: TreeValue[] = value === undefined ? [] : [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') continue;
    if (isNode(one) && kinds.includes(one.kind)) found.push(one);
    const inner = isNode(one) ? [...one.fields.values()] : one;
    for (let n = inner.length - 1; n >= 0; n--)
      if (typeof inner[n] === 'object') open.push(inner[n]!);
  }
  return found;
}
