import { parseSync, scanSync, type ParseResult } from 'libpg-query';

/** A node of the syntax tree: its kind, its members, and where it stands. */
export interface SyntaxNode {
  readonly kind: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
  /** In UTF-16 units of the statement, the end not included. */
  readonly start: number;
  readonly end: number;
  /** Where PostgreSQL points when it speaks of the node: at the operator of an expression, not at its start. */
  readonly location: number | undefined;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Members = Readonly<Record<string, unknown>>;

/** The syntax tree of one statement, with the stretch of text of every node. */
export function readSyntax(sql: string): SyntaxNode {
  const { stmts } = parseSync(sql) as ParseResult & { stmts: { stmt: Members }[] };
  const offset = byteOffsets(sql);
  const tokens = scanSync(sql)
    .tokens.map(({ start, end, text }) => ({ start: offset(start), end: offset(end), text }))
    .filter(({ text }) => !/^(?:--|\/\*)/.test(text));
  return new Reader(tokens, offset).statement(stmts[0]!.stmt, sql.length);
}

/** The innermost node that PostgreSQL may mean by a place. */
export function nodeAt(root: SyntaxNode, place: number): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  const visit = (node: SyntaxNode): void => {
    const rank = ({ location, start }: SyntaxNode) =>
      location === place ? 2 : start === place ? 1 : 0;
    if (rank(node) > 0 && (found === undefined || rank(node) >= rank(found))) found = node;
    node.children.forEach(visit);
  };
  visit(root);
  return found;
}

export function* ancestorsOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let one = node.parent; one !== undefined; one = one.parent) yield one;
}

export function* descendantsOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (const child of node.children) {
    yield child;
    yield* descendantsOf(child);
  }
}

/** The names in a list of strings, such as the fields of a column reference; a star is `*`. */
export function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list)
    ? list.map((one: { String?: { sval?: string }; A_Star?: object }) =>
        one.A_Star ? '*' : (one.String?.sval ?? ''),
      )
    : [];
}

const OPENS: Readonly<Record<string, string>> = { '(': ')', '[': ']', case: 'end' };
const CLOSES = new Set(Object.values(OPENS));

/** Words that go on with a name of a type: `timestamp(3) with time zone`, `double precision`, `int[]`. */
const OF_TYPES = new Set(
  'varying precision with without time zone year month day hour minute second to array'.split(' '),
);
const OF_TESTS = new Set('is not null true false unknown isnull notnull document json'.split(' '));

class Reader {
  readonly #tokens: readonly Token[];
  readonly #offset: (byte: number) => number;
  readonly #byStart: ReadonlyMap<number, number>;

  constructor(tokens: readonly Token[], offset: (byte: number) => number) {
    this.#tokens = tokens;
    this.#offset = offset;
    this.#byStart = new Map(tokens.map(({ start }, index) => [start, index]));
  }

  statement(stmt: Members, length: number): SyntaxNode {
    const [kind, members] = Object.entries(stmt)[0] as [string, Members];
    const root = this.#node(kind, members, undefined);
    return Object.assign(root, { start: 0, end: length });
  }

  #node(kind: string, members: Members, parent: SyntaxNode | undefined): SyntaxNode {
    const { location: byte } = members;
    const location = typeof byte === 'number' ? this.#offset(byte) : undefined;
    // Members without a location of 0 are left out of the tree.
    const first = location ?? (HAS_LOCATION.has(kind) ? 0 : undefined);
    const children: SyntaxNode[] = [];
    const made = { kind, members, parent, location: first, start: -1, end: -1, children };
    children.push(...this.#childrenOf(members, made));
    const spans = children.filter(({ start }) => start >= 0);
    const start = Math.min(...spans.map((one) => one.start), first ?? Infinity);
    if (start === Infinity) return made;
    const end = Math.max(...spans.map((one) => one.end), this.#ownEnd(kind, first));
    const span = this.#balanced(start, end);
    return Object.assign(made, this.#balanced(start, this.#tail(kind, span.end)));
  }

  *#childrenOf(members: Members, parent: SyntaxNode): Generator<SyntaxNode> {
    for (const [key, value] of Object.entries(members)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (typeof one !== 'object' || one === null) continue;
        const entries = Object.entries(one as Members);
        const [kind, inner] = entries[0] ?? ['', undefined];
        const wrapped = entries.length === 1 && /^[A-Z]/.test(kind);
        if (wrapped) yield this.#node(kind, inner as Members, parent);
        else yield this.#node(key, one as Members, parent);
      }
    }
  }

  /** Where the tokens end that a node begins with. */
  #ownEnd(kind: string, start: number | undefined): number {
    const index = start === undefined ? undefined : this.#byStart.get(start);
    if (index === undefined) return start ?? -1;
    if (!NAMED.has(kind)) return this.#tokens[index]!.end;
    const last = this.#endOfName(index);
    const open = this.#tokens[last + 1];
    return kind === 'FuncCall' && open?.text === '(' ? open.end : this.#tokens[last]!.end;
  }

  /** The last token of `a.b.c` or `a.*`. */
  #endOfName(index: number): number {
    return this.#tokens[index + 1]?.text === '.' ? this.#endOfName(index + 2) : index;
  }

  /** What belongs to a node behind its last child. */
  #tail(kind: string, end: number): number {
    const more =
      kind === 'typeName' || kind === 'TypeName'
        ? (text: string) => OF_TYPES.has(text)
        : kind === 'NullTest' || kind === 'BooleanTest'
          ? (text: string) => OF_TESTS.has(text)
          : undefined;
    let last = end;
    for (let index = this.#after(end); index < this.#tokens.length; index++) {
      const { text } = this.#tokens[index]!;
      const [next, close] = [this.#tokens[index + 1]?.text, this.#tokens[index + 2]?.text];
      if (kind.toLowerCase() === 'typename' && text === '[') {
        index += next === ']' ? 1 : close === ']' ? 2 : 0;
      } else if (kind === 'A_Indirection' && text === '.') index++;
      else if (kind === 'CollateClause' && last === end) index = this.#endOfName(index);
      else if (!more?.(text.toLowerCase())) break;
      last = this.#tokens[index]!.end;
    }
    return last;
  }

  #after(place: number): number {
    const index = this.#tokens.findIndex(({ start }) => start >= place);
    return index === -1 ? this.#tokens.length : index;
  }

  /** The stretch, made longer until every bracket in it has its partner. */
  #balanced(start: number, end: number): { start: number; end: number } {
    const from = this.#after(start);
    let to = this.#after(end);
    let depth = 0;
    let missing = 0;
    for (let index = from; index < to || (depth > 0 && index < this.#tokens.length); index++) {
      const text = this.#tokens[index]!.text.toLowerCase();
      if (text in OPENS) depth++;
      else if (CLOSES.has(text)) {
        if (depth > 0) depth--;
        else missing++;
      }
      if (index >= to) to = index + 1;
    }
    let first = from;
    for (let inner = 0; missing > 0 && first > 0;) {
      const text = this.#tokens[--first]!.text.toLowerCase();
      if (CLOSES.has(text)) inner++;
      else if (text in OPENS) {
        if (inner > 0) inner--;
        else missing--;
      }
    }
    return {
      start: Math.min(start, this.#tokens[first]?.start ?? start),
      end: Math.max(end, this.#tokens[to - 1]?.end ?? end),
    };
  }
}

const NAMED = new Set(['ColumnRef', 'RangeVar', 'FuncCall', 'relation']);
const HAS_LOCATION = new Set(['ColumnRef', 'A_Const', 'FuncCall', 'ParamRef']);

/** UTF-16 units by byte of UTF-8, which the parser counts in. */
function byteOffsets(sql: string): (byte: number) => number {
  if (!/[^\u0000-\u007f]/.test(sql)) return (byte) => byte;
  const units: number[] = [];
  for (let unit = 0; unit < sql.length;) {
    const point = sql.codePointAt(unit)!;
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (let n = 0; n < bytes; n++) units.push(unit);
    unit += point > 0xffff ? 2 : 1;
  }
  return (byte) => units[byte] ?? sql.length;
}
