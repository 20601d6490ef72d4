import type { Node } from 'libpg-query';
import { quoted } from '../text/names.js';
import { ReplacedText, type Replacement, type Span } from '../text/source-text.js';
import { nextToken, type SqlToken } from '../text/split-statements.js';

export interface DumpDefinition {
  readonly text: string;
  /** What it defines or changes; one part where no schema is written. */
  readonly name: readonly string[];
  readonly inSchema?: boolean;
  /** Of the text, always. */
  readonly edits: readonly Edit[];
  readonly isStub?: boolean;
  readonly searchPath?: readonly string[];
  /** Something was left out of it by design: a sentence. */
  readonly note?: string;
  readonly pieces?: () => readonly Piece[];
  /** Creates names that it needs and that dumps do not have: roles, servers. */
  readonly helpers?: readonly string[];
  /** The same as several statements. */
  readonly split?: readonly string[];
  /** Each may stand for it where everything else is refused. */
  readonly fallbacks?: readonly string[];
}

/** A statement that the loader does not execute, and the sentence why. */
export interface Omission {
  readonly omitted: string;
  /** Given if each statement of the kind is listed by itself. */
  readonly name?: string | undefined;
}

export type Treatment = DumpDefinition | Omission;

export const omit = (omitted: string, name?: string): Omission => ({ omitted, name });

export const isOmitted = (treatment: Treatment): treatment is Omission => 'omitted' in treatment;

export const RUNS = 'Nothing in a dump is run: SELECT, DO, CALL and the like are passed over.';
export const PRIVILEGES = 'Roles have no privileges, owners, members or labels here.';
export const SETTINGS = 'Settings are not applied, except search_path.';
export const SERVER = 'Databases, tablespaces, subscriptions and the like belong to a server.';
export const LANGUAGES = 'Languages and access methods are not created: every routine is a stub.';
const SESSION = 'Transactions, locks and cursors are passed over.';
const EXTENSION = 'Extensions are used as PGlite has them.';

/** Why statements are not executed, by the kind of their nodes. */
const STATEMENTS: readonly (readonly [why: string, kinds: string])[] = [
  ['Data is not loaded.', 'Insert Update Delete Merge Copy Truncate'],
  [RUNS, 'Do Call Execute Prepare Deallocate RefreshMatView Explain ImportForeignSchema'],
  [RUNS, 'CreateConversion'],
  [PRIVILEGES, 'Grant GrantRole AlterDefaultPrivileges AlterOwner ReassignOwned DropOwned'],
  [PRIVILEGES, 'SecLabel AlterRole DropRole CreateUserMapping AlterUserMapping DropUserMapping'],
  [SETTINGS, 'AlterSystem AlterDatabaseSet AlterRoleSet VariableShow Discard Load'],
  [SERVER, 'Createdb Dropdb AlterDatabase AlterDatabaseRefreshColl AlterFdw AlterForeignServer'],
  [SERVER, 'CreateTableSpace DropTableSpace AlterTableSpaceOptions AlterTableMoveAll'],
  [SERVER, 'CreateSubscription AlterSubscription DropSubscription'],
  [LANGUAGES, 'CreatePLang CreateAm CreateTransform'],
  [EXTENSION, 'AlterExtension AlterExtensionContents AlterObjectDepends'],
  [SESSION, 'Transaction Lock ConstraintsSet DeclareCursor Fetch ClosePortal'],
  [SESSION, 'Listen Unlisten Notify'],
  ['Maintenance is passed over.', 'Vacuum Cluster Reindex CheckPoint AlterCollation'],
];

/** Objects that the loader never makes, so that nothing about them is executed. */
const OBJECTS: typeof STATEMENTS = [
  [LANGUAGES, 'ACCESS_METHOD LANGUAGE TRANSFORM'],
  [SERVER, 'DATABASE TABLESPACE SUBSCRIPTION CONVERSION'],
  [PRIVILEGES, 'ROLE USER_MAPPING'],
  [EXTENSION, 'EXTENSION'],
  [RUNS, 'EVENT_TRIGGER'],
  ['Data is not loaded.', 'LARGEOBJECT'],
];

/** By the kind of a node (`CopyStmt`) and by the kind of an object (`OBJECT_ROLE`). */
export const OMISSIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ...STATEMENTS.flatMap(([why, all]) => all.split(' ').map((kind) => [`${kind}Stmt`, why])),
  ...OBJECTS.flatMap(([why, all]) => all.split(' ').map((kind) => [`OBJECT_${kind}`, why])),
]);

export type NodeOf<K extends string> = Extract<Node, Record<K, unknown>>[K];

export function only<K extends string>(kind: K, nodes: readonly Node[] | undefined): NodeOf<K>[] {
  return (nodes ?? []).flatMap((node) =>
    kind in node ? [(node as Extract<Node, Record<K, unknown>>)[kind]] : [],
  );
}

export function strings(nodes: readonly Node[] | undefined): string[] {
  return only('String', nodes).map(({ sval }) => sval ?? '');
}

/** A name as SQL, such as `"public"."users"`. */
export const written = (parts: readonly string[]) => parts.map(quoted).join('.');

export const relationParts = ({ schemaname, relname = '' }: NodeOf<'RangeVar'> = {}): string[] =>
  schemaname === undefined ? [relname] : [schemaname, relname];

export function isDeeperThan(tree: unknown, limit: number): boolean {
  let level: unknown[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one ? Object.values(one) : []));
  }
  return false;
}

/** Whether an expression can be evaluated without running anything but input functions: literals, casts of them, arrays of them. */
export function isConstant(node: Node | undefined): boolean {
  if (node === undefined) return true;
  if ('A_Const' in node || 'SQLValueFunction' in node) return true;
  if ('TypeCast' in node) return isConstant(node.TypeCast.arg);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).every(isConstant);
  // MINVALUE and MAXVALUE of a partition; a real column is refused there.
  if ('ColumnRef' in node) return true;
  return (
    'A_Expr' in node && node.A_Expr.lexpr === undefined && 'A_Const' in (node.A_Expr.rexpr ?? {})
  );
}

export interface Edit extends Span {
  readonly to: string;
}

/** A part that a statement can do without, where PostgreSQL refuses it. */
export interface Piece extends Edit {
  /** Such as `The default`, and the column that it belongs to. */
  readonly what: string;
  readonly column?: string;
  /** The list of which the piece is an element: a comma goes with it. */
  readonly list?: readonly Span[];
  /** PostgreSQL accepts it elsewhere: it depends on how a server was built, not on the dump. */
  readonly ofServer?: boolean;
}

export const instead = (text: string, to: string): Edit => ({ start: 0, end: text.length, to });

export function rewrite(text: string, edits: readonly Edit[], removed: readonly Piece[] = []) {
  const all = [...removed.map((piece) => withComma(piece, removed)), ...edits];
  const kept: Replacement[] = [];
  for (const { start, end, to } of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    const isTaken = last?.start === start && last.end === end;
    if (!isTaken && start >= (last?.end ?? 0)) kept.push({ start, end, text: to });
  }
  return new ReplacedText(text, kept);
}

/** An element goes with the comma before it, or after it where no element before it stays. */
function withComma(piece: Piece, removed: readonly Piece[]): Edit {
  const { list, start, end, to } = piece;
  if (list === undefined) return piece;
  const index = list.findIndex((one) => one.start === start);
  const isRemoved = (one: Span) =>
    removed.some((other) => other.list === list && other.start === one.start);
  return list.slice(0, index).every(isRemoved)
    ? { start, end: list[index + 1]?.start ?? end, to }
    : { start: list[index - 1]!.end, end, to };
}

export const isWord = (token: SqlToken | undefined, text: string, ...words: readonly string[]) =>
  token?.kind === 'word' && words.includes(text.slice(token.start, token.end).toLowerCase());

export function* tokensFrom(text: string, from: number): Generator<SqlToken> {
  let token = nextToken(text, from);
  for (; token.kind !== 'end'; token = nextToken(text, token.end)) yield token;
}

/** Behind `a.b.c`. */
export function endOfName(text: string, start: number): number {
  let { end } = nextToken(text, start);
  for (let dot = nextToken(text, end); text[dot.start] === '.'; dot = nextToken(text, end)) {
    ({ end } = nextToken(text, dot.end));
  }
  return end;
}

/** The tokens outside of parentheses and brackets, which come as one token each, up to the end or a closing one. */
export function* outerTokens(text: string, from: number): Generator<SqlToken> {
  let [depth, opened] = [0, 0];
  for (const token of tokensFrom(text, from)) {
    const mark = token.kind === 'mark' ? text[token.start]! : '';
    if (mark === '(' || mark === '[') {
      if (depth++ === 0) opened = token.start;
    } else if (mark === ')' || mark === ']') {
      if (--depth < 0) return;
      if (depth === 0) yield { kind: 'mark', start: opened, end: token.end };
    } else if (depth === 0) yield token;
  }
}

/** The parts between commas, from a place to a closing parenthesis, to one of these words or to the end. */
export function partsFrom(text: string, from: number, ...until: readonly string[]): Span[] {
  const parts: Span[] = [];
  let open: Span | undefined;
  for (const token of outerTokens(text, from)) {
    if (isWord(token, text, ...until)) break;
    if (text[token.start] === ',' && token.kind === 'mark') {
      if (open !== undefined) parts.push(open);
      open = undefined;
    } else open = { start: open?.start ?? token.start, end: token.end };
  }
  return open === undefined ? parts : [...parts, open];
}

/** The clauses after a place that begin with one of these words. */
export function clausesFrom(text: string, from: number, words: readonly string[]) {
  const clauses: { start: number; end: number; word: string }[] = [];
  for (const token of outerTokens(text, from)) {
    const { start, end } = token;
    if (isWord(token, text, ...words)) {
      clauses.push({ start, end, word: text.slice(start, end).toLowerCase() });
    } else if (clauses.length > 0) clauses.at(-1)!.end = end;
  }
  return clauses;
}
