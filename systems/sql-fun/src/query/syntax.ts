import { parseSync } from 'libpg-query';
import { Tokens } from './tokens.js';

export type Members = Readonly<Record<string, unknown>>;

/** A node of the syntax tree: its kind, its members, and where it stands. */
export interface SyntaxNode {
  readonly kind: string;
  /** The member of its parent that it is, or is in. */
  readonly role: string;
  readonly members: Members;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
  /** In UTF-16 units of the statement, the end not included; -1 where the parser does not say. */
  readonly start: number;
  readonly end: number;
  /** The numbers of its first token and of the one behind it. */
  readonly from: number;
  readonly to: number;
  /** Where PostgreSQL points when it speaks of the node: at the operator of an expression, not at its start. */
  readonly location: number | undefined;
}

/** The syntax tree of one statement, with the stretch of text of every node. */
export interface Syntax {
  readonly sql: string;
  readonly root: SyntaxNode;
  readonly tokens: Tokens;
}

/** The raw tree of one statement: its kind, such as `SelectStmt`, and its members. */
export interface RawStatement {
  readonly kind: string;
  readonly members: Members;
}

export function parseStatement(sql: string): RawStatement | undefined {
  const { stmts = [] } = parseSync(sql) as { stmts?: readonly { stmt?: Members }[] };
  const [entry] = Object.entries(stmts[0]?.stmt ?? {});
  return entry && { kind: entry[0], members: entry[1] as Members };
}

export function readSyntax(sql: string): Syntax {
  const offset = byteOffsets(sql);
  const tokens = new Tokens(sql, offset);
  const { kind, members } = parseStatement(sql)!;
  const root = new Reader(tokens, offset).node(kind, members, undefined, '');
  Object.assign(root, { start: 0, end: sql.length, from: 0, to: tokens.all.length });
  return { sql, root, tokens };
}

/** The innermost node that PostgreSQL may mean by a place. */
export function nodeAt(root: SyntaxNode, place: number): SyntaxNode | undefined {
  let [found, best] = [undefined as SyntaxNode | undefined, 1];
  for (const node of descendantsOf(root)) {
    const rank = node.location === place ? 2 : node.start === place ? 1 : 0;
    if (rank >= best) [found, best] = [node, rank];
  }
  return found;
}

export function* ancestorsOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let one = node.parent; one !== undefined; one = one.parent) yield one;
}

/** All nodes below one, in the order of the tree. */
export function descendantsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const open = [...node.children].reverse();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    for (let n = one.children.length - 1; n >= 0; n--) open.push(one.children[n]!);
  }
  return found;
}

/** The node itself or the nearest one around it that is of one of the kinds. */
export function nearest(
  node: SyntaxNode | undefined,
  kinds: ReadonlySet<string>,
): SyntaxNode | undefined {
  let one = node;
  while (one !== undefined && !kinds.has(one.kind)) one = one.parent;
  return one;
}

/** The children that one member of a node consists of. */
export const childrenIn = (node: SyntaxNode, role: string): readonly SyntaxNode[] =>
  node.children.filter((child) => child.role === role);

/** The names in a list of strings, such as the fields of a column reference; a star is `*`. */
export function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list)
    ? list.map((one: { String?: { sval?: string }; A_Star?: object }) =>
        one.A_Star ? '*' : (one.String?.sval ?? ''),
      )
    : [];
}

/** Words that go on with a name of a type: `timestamp(3) with time zone`, `double precision`, `int[]`. */
const OF_TYPES = new Set(
  'varying precision with without time zone year month day hour minute second to array'.split(' '),
);
const OF_TESTS = new Set('is not null true false unknown isnull notnull document json'.split(' '));

/** Members that hold a node without saying its kind. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ larg: 'SelectStmt', rarg: 'SelectStmt', typeName: 'TypeName', over: 'WindowDef' },
  ...{ funccall: 'FuncCall' },
  ...{ relation: 'RangeVar', view: 'RangeVar', rel: 'RangeVar', pktable: 'RangeVar' },
};
const NAMED = new Set(['ColumnRef', 'RangeVar', 'FuncCall']);
const HAS_LOCATION = new Set(['ColumnRef', 'A_Const', 'FuncCall', 'ParamRef']);

type Draft = { -readonly [Key in keyof SyntaxNode]: SyntaxNode[Key] } & { children: SyntaxNode[] };

class Reader {
  readonly #tokens: Tokens;
  readonly #offset: (byte: number) => number;

  constructor(tokens: Tokens, offset: (byte: number) => number) {
    this.#tokens = tokens;
    this.#offset = offset;
  }

  node(kind: string, members: Members, parent: SyntaxNode | undefined, role: string): SyntaxNode {
    const { location: byte } = members;
    const given = typeof byte === 'number' && byte >= 0 ? this.#offset(byte) : undefined;
    // A location of 0 is left out of the tree.
    const location = given ?? (HAS_LOCATION.has(kind) ? 0 : undefined);
    const none = { start: -1, end: -1, from: -1, to: -1 };
    const draft: Draft = { kind, role, members, parent, location, children: [], ...none };
    for (const key in members) {
      const value = members[key];
      for (const one of Array.isArray(value) ? value : [value]) {
        if (typeof one !== 'object' || one === null) continue;
        const keys = Object.keys(one as Members);
        const wrapped = keys.length === 1 && /^[A-Z]/.test(keys[0]!);
        const inner = wrapped ? (one as Members)[keys[0]!] : one;
        draft.children.push(
          this.node(wrapped ? keys[0]! : (KINDS[key] ?? key), inner as Members, draft, key),
        );
      }
    }
    this.#measure(draft);
    return draft;
  }

  #measure(draft: Draft): void {
    const spans = draft.children.filter(({ from }) => from >= 0).sort((a, b) => a.from - b.from);
    const own = draft.location === undefined ? undefined : this.#tokens.at(draft.location);
    let from = Math.min(spans[0]?.from ?? Infinity, own ?? Infinity);
    if (from === Infinity) return;
    let to = spans.reduce((end, span) => Math.max(end, span.to), this.#ownEnd(draft.kind, own));
    [from, to] = this.#balanced(from, to, spans);
    [from, to] = this.#balanced(from, this.#tail(draft.kind, to), [{ from, to }]);
    const { all } = this.#tokens;
    Object.assign(draft, { from, to, start: all[from]!.start, end: all[to - 1]!.end });
  }

  /** Behind the tokens that a node begins with. */
  #ownEnd(kind: string, index: number | undefined): number {
    if (index === undefined) return -1;
    if (!NAMED.has(kind)) return index + 1;
    const end = this.#tokens.endOfName(index);
    return kind === 'FuncCall' && this.#tokens.word(end) === '(' ? end + 1 : end;
  }

  /** Behind what belongs to a node after its last child. */
  #tail(kind: string, end: number): number {
    const tokens = this.#tokens;
    const isTest = kind === 'NullTest' || kind === 'BooleanTest';
    let to = end;
    for (;;) {
      const word = tokens.word(to);
      if (kind === 'TypeName' && word === '[') to = (tokens.partner(to) ?? to) + 1;
      else if (kind === 'TypeName' && word === '.') to += 2;
      else if (kind === 'A_Indirection' && word === '.') to += 2;
      else if (kind === 'CollateClause' && to === end) to = tokens.endOfName(to);
      else if (kind === 'TypeName' ? OF_TYPES.has(word) : isTest && OF_TESTS.has(word)) to++;
      else return Math.min(to, tokens.all.length);
    }
  }

  /** The stretch, made longer until every bracket in it has its partner. Parts that are balanced are passed over. */
  #balanced(
    first: number,
    last: number,
    parts: readonly { from: number; to: number }[],
  ): [from: number, to: number] {
    let [from, to, next] = [first, last, 0];
    for (let index = first; index < to;) {
      while (next < parts.length && parts[next]!.to <= index) next++;
      const part = parts[next];
      if (part !== undefined && part.from <= index) {
        index = part.to;
        continue;
      }
      const partner = this.#tokens.partner(index);
      if (partner !== undefined) [from, to] = [Math.min(from, partner), Math.max(to, partner + 1)];
      index++;
    }
    return [from, to];
  }
}

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
