/** A value of PostgreSQL's printed trees: a node, a list, or a token as it is written. */
export type TreeValue = TreeNode | readonly TreeValue[] | string;

export class TreeNode {
  /** `QUERY`, `VAR`, … */
  readonly kind: string;
  readonly fields = new Map<string, TreeValue>();

  constructor([kind, ...items]: readonly TreeValue[]) {
    this.kind = kind as string;
    let key: string | undefined;
    for (const item of items) {
      if (key !== undefined) {
        this.fields.set(key, item);
        key = undefined;
      } else if (typeof item === 'string' && item.startsWith(':')) key = item.slice(1);
      // Else it is one of the bytes behind the length of a constant: `4 [ 3 0 0 0 ]`.
    }
  }

  is(field: string, value: string): boolean {
    return this.fields.get(field) === value;
  }

  node(field: string): TreeNode | undefined {
    const value = this.fields.get(field);
    return value instanceof TreeNode ? value : undefined;
  }

  /** A list of nodes; empty where it is missing. */
  nodes(field: string): readonly TreeNode[] {
    const value = this.fields.get(field);
    return Array.isArray(value) ? value.filter((one) => one instanceof TreeNode) : [];
  }

  number(field: string): number {
    return Number(this.fields.get(field));
  }

  /** A set of numbers: `(b 8 9)`. */
  numbers(field: string): readonly number[] {
    const value = this.fields.get(field);
    return Array.isArray(value) ? value.slice(1).map(Number) : [];
  }

  /** Of a query: the expressions of the columns that it gives. */
  get outputs(): readonly (TreeNode | undefined)[] {
    const returning = this.nodes('returningList');
    return (returning.length > 0 ? returning : this.nodes('targetList'))
      .filter((target) => !target.is('resjunk', 'true'))
      .map((target) => target.node('expr'));
  }

  /** Of FROM or a join: the conditions that all have to be true. */
  get conditions(): readonly TreeNode[] {
    const open = [this.node('quals')];
    const found: TreeNode[] = [];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (one.kind === 'BOOLEXPR' && one.is('boolop', 'and')) open.push(...one.nodes('args'));
      else found.push(one);
    }
    return found;
  }
}

/** Kinds of subqueries in expressions, as `subLinkType` counts them. */
export const SUBLINKS = { exists: 0, any: 2, scalar: 4, array: 6 } as const;

/** A token goes to the next space, brace or parenthesis that is not escaped. */
const TOKENS = /[{}()]|(?:\\[^]|[^\\{}()\u0000- ])+/g;

/**
 * Reads what `debug_print_parse` prints: `({QUERY :commandType 1 … })`. Special characters of names are escaped in it. Trees
 * can be megabytes and deep, so that it is read in one pass and without recursion.
 */
export function readTree(text: string): TreeValue {
  const stack: TreeValue[][] = [];
  let top: TreeValue[] = [];
  for (const token of text.match(TOKENS) ?? []) {
    if (token === '{' || token === '(') {
      stack.push(top);
      top = [];
    } else if (token === '}' || token === ')') {
      const closed = token === '}' ? new TreeNode(top) : top;
      top = stack.pop() ?? [];
      top.push(closed);
    } else top.push(token);
  }
  if (stack.length > 0 || top[0] === undefined) throw new SyntaxError('the tree ends too early');
  return top[0];
}

/** All nodes of some kinds, however deep, in the order of the tree. */
export function findNodes(value: TreeValue, ...kinds: string[]): readonly TreeNode[] {
  const found: TreeNode[] = [];
  const open: (TreeValue | undefined)[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') continue;
    if (one instanceof TreeNode && kinds.includes(one.kind)) found.push(one);
    const inner = one instanceof TreeNode ? [...one.fields.values()] : one;
    for (let n = inner.length - 1; n >= 0; n--) open.push(inner[n]);
  }
  return found;
}
