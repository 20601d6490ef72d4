import type { Described, DescribeOptions, PgError } from '../engine/index.js';
import type { QueryContext } from './context.js';
import { columnName } from './column-name.js';
import { conflictColumn, locate, ownerOf, type Located } from './locate.js';
import { LostNames } from './lost-names.js';
import { isAssigned, isExpression, maskFor, nameMask, type NodeMask } from './mask-for.js';
import { MaskedText } from './masks.js';
import { aboutOf, functionName, type About } from './reasons.js';
import { isAboutTypes } from './sqlstates.js';
import {
  ancestorsOf,
  childrenIn,
  descendantsOf,
  namesIn,
  nearest,
  nodeAt,
  parseStatement,
  readSyntax,
  type Syntax,
  type SyntaxNode,
} from './syntax.js';

/** One thing that is wrong with a statement. */
export interface FoundProblem extends About {
  readonly error: PgError;
  /** In UTF-16 units of the statement; undefined where it is not known. */
  readonly offset?: number;
  readonly node?: SyntaxNode;
  /** It could not be checked: a parameter has no type. */
  readonly unresolved?: true;
}

export interface Output {
  readonly name: string;
  readonly isMasked: boolean;
}

export interface Verdict {
  readonly problems: readonly FoundProblem[];
  /** Of the statement without what is wrong with it; undefined where nothing was left to ask about. */
  readonly described?: Described;
  /** The columns of the result as they are written, where that is not by `*`. */
  readonly outputs?: readonly Output[];
  /** The numbers of parameters without a type. */
  readonly untyped: ReadonlySet<number>;
  /** The syntax tree, where it was needed. */
  readonly syntax?: Syntax;
}

const MAX_PROBLEMS = 20;
/** Masks that are widened count too: a statement is asked at most this often. */
const MAX_QUESTIONS = 100;
/** So many characters are sent at most for one statement, if it is wrong. */
const MAX_SENT = 4_000_000;
const MAX_PARAMETERS = 1000;
const WINDOWS: ReadonlySet<string> = new Set(['WindowDef']);
const FUNCTIONS_IN_FROM: ReadonlySet<string> = new Set(['RangeFunction']);
/** The number of the type `text`. */
const TEXT = 25;

/** All that is wrong with a statement: PostgreSQL names the first problem, it is masked, and PostgreSQL is asked again. */
export async function findProblems(
  sql: string,
  first: Described,
  context: QueryContext,
  { tree, types = [] }: DescribeOptions,
): Promise<Verdict> {
  const nothing = { untyped: new Set<number>() };
  if (first.error === undefined) return { problems: [], described: first, ...nothing };
  let syntax: Syntax | undefined;
  try {
    syntax = readSyntax(sql);
  } catch (thrown) {
    // Too deep for our own stack: the first problem is all that is said.
    if (!(thrown instanceof RangeError)) throw thrown;
    const about = aboutOf(first.error, undefined, context.catalog);
    return { problems: [{ ...about, error: first.error }], ...nothing };
  }
  return new Search(syntax, context, tree === true, types).run(first);
}

class Search {
  readonly #syntax: Syntax;
  readonly #context: QueryContext;
  readonly #tree: boolean;
  readonly #masked: MaskedText;
  readonly #lost: LostNames;
  readonly #problems: FoundProblem[] = [];
  /** Statements of which an item of GROUP BY, ORDER BY or DISTINCT is masked. */
  readonly #unsorted = new Set<SyntaxNode>();
  /** Values that go to another column than the one that is written. */
  readonly #moved = new Set<SyntaxNode>();
  readonly #columns = new Set<string>();
  readonly #untyped = new Set<number>();
  #types: readonly number[];
  #questions: number;

  constructor(syntax: Syntax, context: QueryContext, tree: boolean, types: readonly number[]) {
    this.#types = types;
    this.#syntax = syntax;
    this.#context = context;
    this.#tree = tree;
    this.#masked = new MaskedText(syntax.sql);
    this.#lost = new LostNames(syntax.root);
    this.#questions = Math.min(MAX_QUESTIONS, Math.ceil(MAX_SENT / (syntax.sql.length + 1)));
  }

  async run(first: Described): Promise<Verdict> {
    let described = first;
    while (described.error !== undefined && this.#problems.length < MAX_PROBLEMS) {
      const mask = await this.#judge(described.error);
      if (mask === undefined || this.#questions <= 0) break;
      if (mask !== 'again' && !this.#apply(mask)) break;
      described = await this.#ask();
    }
    return {
      problems: inOrder(this.#problems),
      ...this.#outputs(),
      untyped: this.#untyped,
      syntax: this.#syntax,
      ...(described.error === undefined && { described }),
    };
  }

  #ask(text = this.#masked.text, types = this.#types): Promise<Described> {
    this.#questions--;
    return this.#context.postgres.describe(text, { tree: this.#tree, types });
  }

  /** Reports an error, unless a mask caused it, and says what is to be masked next. */
  async #judge(error: PgError): Promise<NodeMask | 'again' | undefined> {
    if (error.code === '42P18' && error.position === undefined) return this.#giveType(error);
    const located = await this.#locate(error);
    if (located === undefined) {
      if (this.#masked.isEmpty) this.#report(error, undefined, {});
      return undefined;
    }
    const { node } = located;
    if (node !== undefined && this.#isEcho(error, node)) return this.#widened(error, node);
    if (located.isEcho !== true) this.#report(error, node, located);
    if (located.column !== undefined) this.#lost.addColumn(located.column);
    if (error.code === '42712' && node?.kind === 'CommonTableExpr')
      return nameMask(node, this.#syntax);
    return located.mask ?? (node && this.#maskFor(node));
  }

  #report(error: PgError, node: SyntaxNode | undefined, { offset, about }: Partial<Located>): void {
    const own = aboutOf(error, node, this.#context.catalog);
    const isPlain = node !== undefined && own.target === 'expression' && own.name === '';
    const name = isPlain ? this.#syntax.sql.slice(node.start, node.end).slice(0, 60) : own.name;
    this.#problems.push({
      ...{ ...own, name, ...about, error },
      ...(offset !== undefined && { offset }),
      ...(node && { node }),
    });
  }

  async #locate(error: PgError): Promise<Located | undefined> {
    const offset = this.#offsetOf(error);
    if (offset !== undefined) {
      const node = nodeAt(this.#syntax.root, offset);
      return node?.kind === 'infer' && error.code === '42703'
        ? conflictColumn(node, this.#syntax, this.#context)
        : { offset, ...(node && { node }) };
    }
    return locate(error, this.#syntax, this.#context, this.#lost, async (mask) => {
      const { error: now } = await this.#ask(this.#masked.with(mask).text);
      return now?.code === error.code && now.message === error.message;
    });
  }

  #isEcho({ code }: PgError, node: SyntaxNode): boolean {
    if (this.#masked.covers(node)) return true;
    const { kind } = node;
    if (code === '42601' && this.#lost.anyRelation) return true;
    // Without its USING, a column is on both sides of a join.
    if (code === '42702' && this.#lost.anyColumn) return true;
    // Of `SET a = 1` the value does not count.
    if (kind === 'ResTarget' && isAssigned(node))
      return this.#masked.covers({ start: node.start, end: node.start + 1 });
    const owner = ownerOf(node);
    if (code === '42803' || code === '42P20') {
      if (kind === 'FuncCall') return this.#lost.isIn(node);
      return (owner !== undefined && this.#unsorted.has(owner)) || this.#lost.isIn(node);
    }
    if (code === '42P10' || code === '42601') {
      const unsorted = owner !== undefined && this.#unsorted.has(owner);
      return unsorted || this.#lost.anyRelation || this.#masked.touches(node);
    }
    if (code === '42883' && kind === 'FuncCall') {
      if (!this.#context.catalog.hasFunction(functionName(node))) return false;
    }
    if (isAboutTypes(code) && this.#hasNoType(node)) return true;
    const window = nearest(node, WINDOWS);
    if (window !== undefined && code === '0A000' && this.#masked.touches(window)) return true;
    return this.#masked.touches(node) || this.#lost.isIn(node);
  }

  /** Whether a mask has changed the type that is expected of a node, or the one of a column in it. */
  #hasNoType(node: SyntaxNode): boolean {
    if (this.#lost.isUntyped(node) || this.#movedAround(node) !== undefined) return true;
    if (this.#hasLostParameter(node)) return true;
    // PostgreSQL points at the start of the argument, and means all of it.
    const wholes = [...ancestorsOf(node)].filter((one) => one.start === node.start);
    if (wholes.some((one) => isExpression(one) && this.#masked.touches(one))) return true;
    // The queries of a UNION give types to each other.
    let arm = ownerOf(node);
    if (node.parent?.role !== 'targetList' || arm?.parent?.kind !== 'SelectStmt') return false;
    while (arm.role === 'larg' || arm.role === 'rarg') arm = arm.parent!;
    return descendantsOf(arm).some(
      (one) => one.role === 'targetList' && !isAssigned(one) && this.#masked.touches(one),
    );
  }

  /** A parameter in it may have its type from a place that is masked. */
  #hasLostParameter(node: SyntaxNode): boolean {
    const parameters = (root: SyntaxNode) =>
      [root, ...descendantsOf(root)].filter(({ kind }) => kind === 'ParamRef');
    const own = new Set(parameters(node).map(({ members }) => members['number']));
    if (own.size === 0) return false;
    return parameters(this.#syntax.root).some((one) => {
      const around = [one, ...ancestorsOf(one)].filter(isExpression);
      return own.has(one.members['number']) && around.some((part) => this.#masked.touches(part));
    });
  }

  #movedAround(node: SyntaxNode): SyntaxNode | undefined {
    if (this.#moved.has(node)) return node;
    return [...ancestorsOf(node)].find((one) => this.#moved.has(one));
  }

  /** An error that a mask made: the mask takes the next expression around it. */
  #widened({ code }: PgError, node: SyntaxNode): NodeMask | undefined {
    if (this.#lost.anyRelation && (code === '42P10' || code === '42601')) return undefined;
    const moved = isAboutTypes(code) ? this.#movedAround(node) : undefined;
    const wider = [node, ...ancestorsOf(node)].find(
      (one) => isExpression(one) && !this.#masked.covers(one),
    );
    const next = moved !== undefined && !this.#masked.covers(moved) ? moved : wider;
    return next && this.#maskFor(next);
  }

  #maskFor(node: SyntaxNode): NodeMask | undefined {
    return maskFor(node, this.#syntax, this.#context, this.#columns);
  }

  /** Whether the mask changes the statement, and into another that can be read. */
  #apply(mask: NodeMask): boolean {
    const before = this.#masked.text;
    this.#masked.add(mask, mask.text);
    const { relation, expression, values = [] } = mask;
    if (relation !== undefined) this.#lost.addRelation(relation.node, relation.name);
    if (expression !== undefined) this.#note(expression);
    values.forEach((value) => this.#moved.add(value));
    if (mask.values !== undefined) this.#columns.add(mask.text.slice(1, -1).replaceAll('""', '"'));
    return this.#masked.text !== before && canBeRead(this.#masked.text);
  }

  #note(expression: SyntaxNode): void {
    const { role, parent } = expression;
    const owner = ownerOf(expression);
    const isSorted =
      role === 'groupClause' || role === 'distinctClause' || parent?.kind === 'SortBy';
    if (isSorted && owner !== undefined) this.#unsorted.add(owner);
    if (namesIn(expression.members['fields']).includes('*')) this.#lost.addStar(expression);
    const inFrom = nearest(expression, FUNCTIONS_IN_FROM);
    if (inFrom !== undefined) this.#lost.addRelation(inFrom, aliasOf(inFrom));
    this.#lost.addUntyped(expression);
  }

  /** A parameter whose type nothing tells counts as text: all else has been checked before PostgreSQL says so. */
  async #giveType(error: PgError): Promise<'again' | undefined> {
    const all = descendantsOf(this.#syntax.root).filter(({ kind }) => kind === 'ParamRef');
    const numberOf = ({ members }: SyntaxNode) => Number(members['number'] ?? 0);
    const left = new Set(all.filter((node) => !this.#masked.covers(node)).map(numberOf));
    const types = Array.from(
      { length: Math.min(MAX_PARAMETERS, Math.max(0, ...left)) },
      (_, n) => this.#types[n] || (left.has(n + 1) ? 0 : TEXT),
    );
    const isUnused = (n: number) => !all.some((node) => numberOf(node) === n);
    const unused = types.findIndex((type, n) => type !== this.#types[n] && isUnused(n + 1));
    if (unused !== -1) this.#untype(error, unused + 1);
    const before = this.#types.filter((type) => type === TEXT).length;
    this.#types = types;
    if (types.filter((type) => type === TEXT).length > before) return 'again';
    for (const number of [...left].filter((n) => types[n - 1] === 0).sort((a, b) => a - b)) {
      if (this.#questions <= 0) return undefined;
      const tried = types.with(number - 1, TEXT);
      const { error: now } = await this.#ask(this.#masked.text, tried);
      if (now !== undefined && (now.code !== '42P18' || now.message === error.message)) continue;
      this.#types = tried;
      const node = all.find((one) => numberOf(one) === number && !this.#masked.covers(one))!;
      const isEcho = !this.#masked.isEmpty && node.parent?.kind !== 'NullTest';
      if (isEcho) this.#untyped.add(number);
      else this.#untype(error, number, node);
      return 'again';
    }
    return undefined;
  }

  #untype(error: PgError, number: number, node?: SyntaxNode): void {
    this.#untyped.add(number);
    this.#problems.push({
      ...{ reason: 'WRONG_TYPE', code: 'unresolved', target: 'parameter', name: `$${number}` },
      ...{ error, unresolved: true, ...(node && { node, offset: node.start }) },
    });
  }

  #outputs(): Pick<Verdict, 'outputs'> {
    let query = this.#syntax.root;
    for (let arm = query; arm !== undefined; arm = childrenIn(arm, 'larg')[0]!) query = arm;
    const [returning] = childrenIn(query, 'returningClause');
    const targets =
      returning === undefined ? childrenIn(query, 'targetList') : childrenIn(returning, 'exprs');
    const values = targets.map(({ children: [value] }) => namesIn(value?.members['fields']));
    if (query.kind === 'UpdateStmt' && returning === undefined) return {};
    if (targets.length === 0 || values.some((names) => names.includes('*'))) return {};
    return {
      outputs: targets.map((target) => {
        const { name = columnName(target.children[0]) ?? '?column?' } = target.members;
        return { name: String(name), isMasked: this.#masked.touches(target) };
      }),
    };
  }

  #offsetOf({ position }: PgError): number | undefined {
    if (position === undefined) return undefined;
    // PostgreSQL counts characters, JavaScript UTF-16 units.
    let unit = 0;
    const { text } = this.#masked;
    for (let n = 1; n < position && unit < text.length; n++) {
      unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
    }
    return this.#masked.original(unit);
  }
}

const aliasOf = ({ members }: SyntaxNode): string =>
  (members['alias'] as { aliasname?: string } | undefined)?.aliasname ?? '';

function canBeRead(sql: string): boolean {
  try {
    return parseStatement(sql) !== undefined;
  } catch {
    return false; // our mask does not fit there
  }
}

const inOrder = (problems: readonly FoundProblem[]): readonly FoundProblem[] =>
  [...problems].sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
