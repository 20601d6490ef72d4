import type { Described, DescribeOptions, PgError } from '../engine/index.js';
import type { QueryContext } from './context.js';
import { Echoes } from './echoes.js';
import type { FoundProblem } from './found-problem.js';
import { conflictColumn, locate, type Located } from './locate.js';
import { LostNames } from './lost-names.js';
import { maskFor, nameMask, type NodeMask } from './mask-for.js';
import { MaskedText } from './masks.js';
import { outputsOf, type Output } from './outputs.js';
import { ParameterTypes } from './parameter-types.js';
import { aboutOf } from './reasons.js';
import { nodeAt, parseStatement, readSyntax, type Syntax, type SyntaxNode } from './syntax.js';

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
  readonly #echoes: Echoes;
  readonly #parameters: ParameterTypes;
  readonly #problems: FoundProblem[] = [];
  readonly #columns = new Set<string>();
  #questions: number;

  constructor(syntax: Syntax, context: QueryContext, tree: boolean, types: readonly number[]) {
    this.#syntax = syntax;
    this.#context = context;
    this.#tree = tree;
    this.#masked = new MaskedText(syntax.sql);
    this.#lost = new LostNames(syntax.root);
    this.#echoes = new Echoes(syntax.root, context.catalog, this.#masked, this.#lost);
    this.#parameters = new ParameterTypes(syntax.root, types, this.#masked, (problem) =>
      this.#problems.push(problem),
    );
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
    const outputs = outputsOf(this.#syntax.root, this.#masked);
    return {
      problems: inOrder(this.#problems),
      ...(outputs && { outputs }),
      untyped: this.#parameters.untyped,
      syntax: this.#syntax,
      ...(described.error === undefined && { described }),
    };
  }

  #ask(text = this.#masked.text, types = this.#parameters.types): Promise<Described> {
    this.#questions--;
    return this.#context.postgres.describe(text, { tree: this.#tree, types });
  }

  /** Reports an error, unless a mask caused it, and says what is to be masked next. */
  async #judge(error: PgError): Promise<NodeMask | 'again' | undefined> {
    if (error.code === '42P18' && error.position === undefined) {
      const ask = async (types: readonly number[]) =>
        this.#questions <= 0 ? undefined : this.#ask(this.#masked.text, types);
      return (await this.#parameters.give(error, ask)) ? 'again' : undefined;
    }
    const located = await this.#locate(error);
    if (located === undefined) {
      if (this.#masked.isEmpty) this.#report(error, undefined, {});
      return undefined;
    }
    const { node } = located;
    if (node !== undefined && this.#echoes.isEcho(error, node)) {
      const wider = this.#echoes.widened(error, node);
      return wider && this.#maskFor(wider);
    }
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

  #maskFor(node: SyntaxNode): NodeMask | undefined {
    return maskFor(node, this.#syntax, this.#context, this.#columns);
  }

  /** Whether the mask changes the statement, and into another that can be read. */
  #apply(mask: NodeMask): boolean {
    const before = this.#masked.text;
    this.#masked.add(mask, mask.text);
    this.#echoes.add(mask);
    if (mask.values !== undefined) this.#columns.add(mask.text.slice(1, -1).replaceAll('""', '"'));
    return this.#masked.text !== before && canBeRead(this.#masked.text);
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

function canBeRead(sql: string): boolean {
  try {
    return parseStatement(sql) !== undefined;
  } catch {
    return false; // our mask does not fit there
  }
}

const inOrder = (problems: readonly FoundProblem[]): readonly FoundProblem[] =>
  [...problems].sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
