/** What `debug_print_parse` prints: `({QUERY :commandType 1 … })`. Special characters of names are escaped in it. */
class Printed {
  /** A character for each byte. */
  readonly text: string;
  readonly #bytes: Uint8Array;
  /** Of each pair of brackets, in the order of the text: the places, and the number of the first pair behind it. */
  readonly opens: number[] = [];
  readonly closes: number[] = [];
  readonly next: number[] = [];
  /** By pair: nodes are made once, and only if needed. Most never are. */
  readonly #nodes = new Map<number, TreeNode>();
  readonly #lists = new Map<number, readonly TreeNode[]>();

  constructor(text: string) {
    this.text = text;
    const bytes = (this.#bytes = Buffer.from(text, 'latin1'));
    const { opens, closes, next } = this;
    const open: number[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const role = ROLES[bytes[at]!];
      if (role === NONE) continue;
      if (role === ESCAPE) at++;
      else if (role === OPEN) {
        const pair = opens.push(at) - 1;
        closes.push(0);
        next.push(pair + 1);
        // Most of a tree is columns. There is nothing to look for inside of them.
        if (this.isKind(pair, 'VAR')) at = closes[pair] = text.indexOf('}', at);
        else open.push(pair);
      } else {
        const pair = open.pop()!;
        closes[pair] = at;
        next[pair] = opens.length;
      }
    }
    if (open.length > 0) throw new SyntaxError('the tree ends too early');
  }

  isNode(pair: number): boolean {
    return this.#bytes[this.opens[pair]!] === BRACE;
  }

  /** Whether a pair is a node of a kind. PostgreSQL also breaks lines between the kind and the first field. */
  isKind(pair: number, kind: string): boolean {
    const start = this.opens[pair]! + 1;
    if (this.#bytes[start] !== kind.charCodeAt(0) || !this.isNode(pair)) return false;
    return this.text.startsWith(kind, start) && this.#ends(start, kind);
  }

  /** Whether a word at a place is not the beginning of a longer one. */
  #ends(at: number, word: string): boolean {
    const code = this.#bytes[at + word.length] ?? SPACE;
    return code <= SPACE || ROLES[code] === CLOSE;
  }

  /** The word at a place: it goes to the next space or bracket that is not escaped. */
  wordAt(at: number): string {
    const bytes = this.#bytes;
    let end = at;
    for (; end < bytes.length && bytes[end]! > SPACE; end++) {
      const role = ROLES[bytes[end]!];
      if (role === ESCAPE) end++;
      else if (role === CLOSE) break;
    }
    return this.text.slice(at, end);
  }

  /** Where the value of a field of a node begins, and the number of the next pair there. */
  valueOf(pair: number, field: string): readonly [at: number, inner: number] | undefined {
    const { opens, closes, next } = this;
    const bytes = this.#bytes;
    const [start, behind] = [opens[pair]!, next[pair]!];
    const own = this.text.slice(start, closes[pair]);
    let inner = pair + 1;
    for (let at = start; ;) {
      at = start + own.indexOf(field, at - start + 1);
      if (at < start) return undefined;
      while (inner < behind && closes[inner]! < at) inner = next[inner]!;
      if (inner < behind && opens[inner]! < at) at = closes[inner]!;
      else if (bytes[at - 1] === COLON && bytes[at - 2]! <= SPACE && this.#ends(at, field)) {
        return [at + field.length + 1, inner];
      }
    }
  }

  node(pair: number): TreeNode {
    const known = this.#nodes.get(pair) ?? new TreeNode(this, pair);
    this.#nodes.set(pair, known);
    return known;
  }

  inner(pair: number): readonly number[] {
    const found: number[] = [];
    for (let one = pair + 1; one < this.next[pair]!; one = this.next[one]!) found.push(one);
    return found;
  }

  nodesIn(pair: number): readonly TreeNode[] {
    const make = () =>
      this.inner(pair)
        .filter((one) => this.isNode(one))
        .map((one) => this.node(one));
    const known = this.#lists.get(pair) ?? make();
    this.#lists.set(pair, known);
    return known;
  }
}

const [SPACE, COLON, BRACE] = [0x20, 0x3a, 0x7b] as const;
const [NONE, OPEN, CLOSE, ESCAPE] = [0, 1, 2, 3] as const;
const ROLES = new Uint8Array(256);
for (const [role, characters] of ['', '({', ')}', '\\'].entries()) {
  for (const one of characters) ROLES[one.charCodeAt(0)] = role;
}

/** A node of a printed tree. Its fields are looked up in the text. */
export class TreeNode {
  readonly kind: string;
  readonly #printed: Printed;
  readonly #pair: number;

  constructor(printed: Printed, pair: number) {
    this.kind = printed.wordAt(printed.opens[pair]! + 1);
    this.#printed = printed;
    this.#pair = pair;
  }

  word(field: string): string | undefined {
    const found = this.#printed.valueOf(this.#pair, field);
    return found && this.#printed.wordAt(found[0]);
  }

  is(field: string, value: string): boolean {
    return this.word(field) === value;
  }

  number(field: string): number {
    return Number(this.word(field));
  }

  node(field: string): TreeNode | undefined {
    const pair = this.#bracketsOf(field);
    return pair !== undefined && this.#printed.isNode(pair) ? this.#printed.node(pair) : undefined;
  }

  /** A list of nodes; empty if it is missing. */
  nodes(field: string): readonly TreeNode[] {
    const pair = this.#bracketsOf(field);
    return pair === undefined ? [] : this.#printed.nodesIn(pair);
  }

  rows(field: string): readonly (readonly TreeNode[])[] {
    const pair = this.#bracketsOf(field);
    const rows = pair === undefined ? [] : this.#printed.inner(pair);
    return rows.map((row) => this.#printed.nodesIn(row));
  }

  /** A set of numbers: `(b 8 9)`. */
  numbers(field: string): readonly number[] {
    const { text } = this.#printed;
    const [at = -1] = this.#printed.valueOf(this.#pair, field) ?? [];
    // Most are empty: `(b)`.
    if (at === -1 || text[at] !== '(' || text[at + 2] === ')') return [];
    const [, ...words] = text.slice(at + 1, text.indexOf(')', at)).split(/\s+/);
    return words.map(Number);
  }

  #bracketsOf(field: string): number | undefined {
    const [at = -1, inner = -1] = this.#printed.valueOf(this.#pair, field) ?? [];
    return at !== -1 && this.#printed.opens[inner] === at ? inner : undefined;
  }

  /** Columns in it that are of the query around it, or so many levels further out. */
  columnsOf(levels: number): readonly TreeNode[] {
    const printed = this.#printed;
    const found: TreeNode[] = [];
    /** Where the queries end that are around the current place. */
    const queries: number[] = [];
    for (let pair = this.#pair; pair < printed.next[this.#pair]!; pair++) {
      while (queries.length > 0 && queries.at(-1)! < printed.opens[pair]!) queries.pop();
      if (printed.isKind(pair, 'QUERY')) queries.push(printed.closes[pair]!);
      else if (printed.isKind(pair, 'VAR')) {
        const column = printed.node(pair);
        if (column.number('varlevelsup') === queries.length + levels) found.push(column);
      }
    }
    return found;
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
  const found: TreeNode[] = [];
  for (let pair = 0; pair < printed.opens.length; pair++) {
    for (const kind of kinds) if (printed.isKind(pair, kind)) found.push(printed.node(pair));
  }
  return found;
}
