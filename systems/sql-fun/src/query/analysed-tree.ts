/** A value of PostgreSQL's printed trees: a node, a list, or a token as it is written. */
export type TreeValue = TreeNode | readonly TreeValue[] | string;

/** What `debug_print_parse` prints: `({QUERY :commandType 1 … })`. Special characters of names are escaped in it. */
class Printed {
  readonly text: string;
  /** Of each pair of brackets, in the order of the text: the places, and the number of the first pair behind it. */
  readonly opens: number[] = [];
  readonly closes: number[] = [];
  readonly next: number[] = [];

  constructor(text: string) {
    this.text = text;
    const open: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === BRACE || code === PARENTHESIS) open.push(this.opens.push(at) - 1);
      else if (code === CLOSING_BRACE || code === CLOSING_PARENTHESIS) {
        const pair = open.pop()!;
        this.closes[pair] = at;
        this.next[pair] = this.opens.length;
      }
    }
    if (open.length > 0) throw new SyntaxError('the tree ends too early');
  }

  /** What is between two brackets. A token goes to the next space or bracket that is not escaped. */
  valuesIn(pair: number): TreeValue[] {
    const { text, opens, closes } = this;
    const values: TreeValue[] = [];
    const end = closes[pair]!;
    for (let at = opens[pair]! + 1, inner = pair + 1; at < end;) {
      const code = text.charCodeAt(at);
      if (at === opens[inner]) {
        values.push(code === BRACE ? new TreeNode(this, inner) : this.valuesIn(inner));
        at = closes[inner]! + 1;
        inner = this.next[inner]!;
      } else if (code <= SPACE) at++;
      else {
        const from = at;
        const most = Math.min(end, opens[inner] ?? end);
        while (at < most && text.charCodeAt(at) > SPACE) {
          at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
        }
        values.push(text.slice(from, at));
      }
    }
    return values;
  }
}

const [BRACE, CLOSING_BRACE, PARENTHESIS, CLOSING_PARENTHESIS] = [0x7b, 0x7d, 0x28, 0x29] as const;
const [BACKSLASH, SPACE] = [0x5c, 0x20] as const;

/** A node is read when it is asked for: of a tree of many kilobytes most is never looked at. */
export class TreeNode {
  /** `QUERY`, `VAR`, … */
  readonly kind: string;
  readonly #printed: Printed;
  readonly #pair: number;
  #fields: ReadonlyMap<string, TreeValue> | undefined;

  /** `pair` is the number of its brackets. */
  constructor(printed: Printed, pair: number) {
    const { text, opens, closes } = printed;
    const start = opens[pair]! + 1;
    let end = start;
    // PostgreSQL also breaks lines between the kind and the first field.
    while (end < closes[pair]! && text.charCodeAt(end) > SPACE) end++;
    this.kind = text.slice(start, end);
    this.#printed = printed;
    this.#pair = pair;
  }

  get fields(): ReadonlyMap<string, TreeValue> {
    if (this.#fields !== undefined) return this.#fields;
    const fields = new Map<string, TreeValue>();
    let key: string | undefined;
    for (const item of this.#printed.valuesIn(this.#pair).slice(1)) {
      if (key !== undefined) {
        fields.set(key, item);
        key = undefined;
      } else if (typeof item === 'string' && item.startsWith(':')) key = item.slice(1);
      // Else it is one of the bytes behind the length of a constant: `4 [ 3 0 0 0 ]`.
    }
    return (this.#fields = fields);
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

/** All nodes of some kinds in a printed tree, however deep, in the order of the text. */
export function findNodes(text: string, ...kinds: string[]): readonly TreeNode[] {
  const printed = new Printed(text);
  const firsts = kinds.map((kind) => kind.charCodeAt(0));
  const found: TreeNode[] = [];
  for (const [pair, at] of printed.opens.entries()) {
    if (text.charCodeAt(at) !== BRACE || !firsts.includes(text.charCodeAt(at + 1))) continue;
    const node = new TreeNode(printed, pair);
    if (kinds.includes(node.kind)) found.push(node);
  }
  return found;
}
