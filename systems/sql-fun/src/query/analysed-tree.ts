/** A value of PostgreSQL's printed trees: a node, a list, or a token as it is written. */
export type TreeValue = TreeNode | readonly TreeValue[] | string;

export interface TreeNode {
  /** `QUERY`, `VAR`, … */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}

const TOKEN = /\s*([(){}]|(?:\\[^]|[^\s(){}\\])+)/y;

/** Reads what `debug_print_parse` prints: `({QUERY :commandType 1 … })`. Special characters of names are escaped in it. */
export function readTree(text: string): TreeValue {
  let at = 0;
  const next = (): string => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new SyntaxError('the tree ends too early');
    at = TOKEN.lastIndex;
    return token;
  };
  const peek = (): string => {
    const before = at;
    const token = next();
    at = before;
    return token;
  };
  const value = (token = next()): TreeValue => {
    if (token === '{') return node();
    if (token !== '(') return token;
    const items: TreeValue[] = [];
    for (let item = next(); item !== ')'; item = next()) items.push(value(item));
    return items;
  };
  const node = (): TreeNode => {
    const kind = next();
    const fields = new Map<string, TreeValue>();
    for (let token = next(); token !== '}'; token = next()) {
      const first = value();
      // A constant has its bytes behind its length: `4 [ 3 0 0 0 ]`.
      while (!/^[:}]/.test(peek())) next();
      fields.set(token.slice(1), first);
    }
    return { kind, fields };
  };
  return value();
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && !Array.isArray(value);

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

/** All nodes of a kind, however deep. */
export function findNodes(value: TreeValue | undefined, kind: string): readonly TreeNode[] {
  const found: TreeNode[] = [];
  const visit = (one: TreeValue): void => {
    if (typeof one === 'string') return;
    if (!isNode(one)) return one.forEach(visit);
    if (one.kind === kind) found.push(one);
    one.fields.forEach(visit);
  };
  if (value !== undefined) visit(value);
  return found;
}
