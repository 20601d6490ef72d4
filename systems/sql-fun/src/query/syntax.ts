import { parseSync } from 'libpg-query';
import { Tokens } from './tokens.js';

export type Members = Readonly<Record<string, unknown>>;

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

/** A node of a raw tree, under the name of its kind or of the member that it is in. */
export type RawNode = readonly [kind: string, members: Members];

export function* rawNodes({ kind, members }: RawStatement): Generator<RawNode> {
  const open: RawNode[] = [[kind, members]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    yield one;
    for (const [key, inner] of objectsIn(one[1])) open.push([key, inner]);
  }
}

function* objectsIn(members: Members): Generator<readonly [key: string, object: Members]> {
  for (const key in members) {
    const value = members[key];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null) yield [key, one as Members];
    }
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

/** Subcommands of ALTER TABLE that name a column which has to be there. */
export const COLUMN_COMMANDS =
  /^AT_(?:ColumnDefault|(?:Drop|Set)NotNull|(?:Set|Drop)Expression|SetStatistics|(?:Re)?[Ss]etOptions|SetStorage|SetCompression|DropColumn|AlterColumn\w+|(?:Add|Set|Drop)Identity)$/;

export const aliasOf = (members: Members): string | undefined =>
  (members['alias'] as { aliasname?: string } | undefined)?.aliasname;

const STATEMENTS: ReadonlySet<string> = new Set([
  ...['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'],
]);

export class SyntaxNode {
  readonly kind: string;
  readonly members: Members;
  /** The member of its parent that it is, or is in. */
  readonly role: string;
  readonly parent: SyntaxNode | undefined;
  readonly children: SyntaxNode[] = [];
  /** In UTF-16 units of the statement, the end not included; -1 where the parser does not say. */
  start = -1;
  end = -1;
  /** The numbers of its first token and of the one behind it. */
  from = -1;
  to = -1;
  /** Where PostgreSQL points when it speaks of the node: at the operator of an expression, not at its start. */
  location: number | undefined;
  readonly fields: readonly string[];
  readonly alias: string | undefined;
  /** Whether it has relations of its own. */
  readonly isStatement: boolean;

  constructor({ kind, members }: RawStatement, role = '', parent?: SyntaxNode) {
    this.kind = kind;
    this.members = members;
    this.role = role;
    this.parent = parent;
    this.fields = namesIn(members['fields']);
    this.alias = aliasOf(members);
    this.isStatement = STATEMENTS.has(kind);
  }

  childrenIn(role: string): readonly SyntaxNode[] {
    return this.children.filter((child) => child.role === role);
  }

  all(kind: string): readonly SyntaxNode[] {
    return [this, ...descendantsOf(this)].filter((one) => one.kind === kind);
  }

  *outwards(): Generator<SyntaxNode> {
    yield this;
    for (let one = this.parent; one !== undefined; one = one.parent) yield one;
  }

  nearest(test: (node: SyntaxNode) => boolean): SyntaxNode | undefined {
    for (const one of this.outwards()) if (test(one)) return one;
    return undefined;
  }

  get statement(): SyntaxNode | undefined {
    return this.nearest((one) => one.isStatement);
  }

  get target(): SyntaxNode | undefined {
    return this.childrenIn('relation')[0];
  }

  /** The relations that the columns of a statement can come from, in the order of the text. */
  get fromItems(): readonly FromItem[] {
    const roles = ['relation', 'fromClause', 'usingClause', 'sourceRelation'];
    return roles.flatMap((role) => this.childrenIn(role)).flatMap(itemsOf);
  }

  /** What the names of columns in it can be qualified with. */
  get itemsAround(): readonly FromItem[] {
    return [...this.outwards()].filter((one) => one.isStatement).flatMap((one) => one.fromItems);
  }
}

export interface FromItem {
  readonly node: SyntaxNode;
  /** What its columns are qualified with. */
  readonly name: string;
}

function itemsOf(node: SyntaxNode): readonly FromItem[] {
  const roles = { JoinExpr: ['larg', 'rarg'], RangeTableSample: ['relation'] }[node.kind];
  if (roles) return roles.flatMap((role) => node.childrenIn(role)).flatMap(itemsOf);
  return [{ node, name: node.alias ?? String(node.members['relname'] ?? '') }];
}

export interface Syntax {
  readonly sql: string;
  readonly root: SyntaxNode;
  readonly tokens: Tokens;
}

/** Without recursion: statements can be deep. */
export function readSyntax(sql: string): Syntax {
  const tokens = new Tokens(sql);
  const root = new SyntaxNode(parseStatement(sql)!);
  const nodes = [root];
  for (const node of nodes) {
    for (const [key, object] of objectsIn(node.members)) {
      const [first = '', ...others] = Object.keys(object);
      const isWrapped = others.length === 0 && /^[A-Z]/.test(first);
      const raw = isWrapped
        ? { kind: first, members: object[first] as Members }
        : { kind: KINDS[key] ?? key, members: object };
      const child = new SyntaxNode(raw, key, node);
      node.children.push(child);
      nodes.push(child);
    }
  }
  // Children before their parents.
  for (const node of nodes.toReversed()) measure(node, tokens);
  Object.assign(root, { start: 0, end: sql.length, from: 0, to: tokens.all.length });
  return { sql, root, tokens };
}

/** The innermost node that PostgreSQL may mean by a place. */
export function nodeAt(root: SyntaxNode, place: number): SyntaxNode | undefined {
  const nodes = descendantsOf(root);
  const located = nodes.findLast(({ location }) => location === place);
  return located ?? nodes.findLast(({ start }) => start === place);
}

export function descendantsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const open = node.children.toReversed();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    for (let n = one.children.length - 1; n >= 0; n--) open.push(one.children[n]!);
  }
  return found;
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

/** The stretch of a node: from its own token and its children on to what belongs to it behind them. */
function measure(node: SyntaxNode, tokens: Tokens): void {
  const { kind, members, children } = node;
  // A location of 0 is left out of the tree.
  const byte = Number(members['location'] ?? -1);
  const own = tokens.byByte.get(byte < 0 && HAS_LOCATION.has(kind) ? 0 : byte);
  const spans = children.filter(({ from }) => from >= 0).sort((a, b) => a.from - b.from);
  node.location = tokens.all[own ?? -1]?.start;
  let from = Math.min(spans[0]?.from ?? Infinity, own ?? Infinity);
  if (from === Infinity) return;
  let to = own === undefined ? -1 : NAMED.has(kind) ? tokens.endOfName(own) : own + 1;
  if (kind === 'FuncCall' && tokens.word(to) === '(') to++;
  to = spans.reduce((end, span) => Math.max(end, span.to), to);
  const [row] = kind === 'A_Indirection' ? node.childrenIn('arg') : [];
  // The brackets of `(c).field` and `(a)[1]` belong to it.
  if (row && tokens.partners.get(row.to) === row.from - 1 && /^[.[]$/.test(tokens.word(row.to + 1)))
    [from, to] = [Math.min(from, row.from - 1), Math.max(to, row.to + 1)];
  [from, to] = balanced(from, to, spans, tokens);
  [from, to] = balanced(from, tailEnd(kind, to, tokens), [{ from, to }], tokens);
  Object.assign(node, { from, to, start: tokens.all[from]!.start, end: tokens.all[to - 1]!.end });
}

/** Behind what belongs to a node after its last child. */
function tailEnd(kind: string, end: number, tokens: Tokens): number {
  const isType = kind === 'TypeName';
  const isTest = kind === 'NullTest' || kind === 'BooleanTest';
  let to = end;
  for (;;) {
    const word = tokens.word(to);
    if (isType && word === '[') to = tokens.endOfBracket(to);
    else if ((isType || kind === 'A_Indirection') && word === '.') to += 2;
    else if (kind === 'CollateClause' && to === end) to = tokens.endOfName(to);
    else if (isType ? OF_TYPES.has(word) : isTest && OF_TESTS.has(word)) to++;
    else return Math.min(to, tokens.all.length);
  }
}

/** The stretch, made longer until every bracket in it has its partner. Parts that are balanced are passed over. */
function balanced(
  first: number,
  last: number,
  parts: readonly { from: number; to: number }[],
  tokens: Tokens,
): [from: number, to: number] {
  let [from, to, next] = [first, last, 0];
  for (let index = first; index < to;) {
    while (next < parts.length && parts[next]!.to <= index) next++;
    const part = parts[next];
    if (part !== undefined && part.from <= index) index = part.to;
    else {
      const partner = tokens.partners.get(index) ?? index;
      [from, to] = [Math.min(from, partner), Math.max(to, partner + 1)];
      index++;
    }
  }
  return [from, to];
}
