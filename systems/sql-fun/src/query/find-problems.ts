import type { DescribeOptions } from '../engine/postgres.js';
import type { Described, PgError } from '../engine/protocol.js';
import { SourceText } from '../text/source-text.js';
import type { QueryContext, Statement, FoundProblem } from './analysis.js';
import { conflictColumn, locate, type Located } from './locate.js';
import { MaskedStatement } from './masked-statement.js';
import { maskFor, nameMask, outputsOf, surplusMask, type NodeMask, type Output } from './masks.js';
import { aboutOf } from './reasons.js';
import { nodeAt, parseStatement, readSyntax, type SyntaxNode } from './syntax.js';

export interface FoundProblems {
  readonly problems: readonly FoundProblem[];
  /** Of the statement without what is wrong with it; undefined if nothing was left to ask about. */
  readonly described?: Described | undefined;
  readonly outputs?: readonly Output[] | undefined;
  readonly untyped: ReadonlySet<number>;
  /** The highest number of a parameter, also of one that is masked. */
  readonly parameters?: number;
  /** Columns that replace missing ones where values are assigned. */
  readonly standIns?: ReadonlySet<string>;
}

const MAX_PROBLEMS = 20;
/** Masks that are widened count too: PostgreSQL is asked at most this often. */
const MAX_QUESTIONS = 100;
/** So many characters are sent at most for one statement, if it is wrong. */
const MAX_SENT = 4_000_000;
const MAX_PARAMETERS = 1000;
const TEXT = 25; // the number of the type

/** All that is wrong with a statement: PostgreSQL names the first problem, it is masked, and PostgreSQL is asked again. */
export async function findProblems(
  sql: string,
  first: Described,
  context: QueryContext,
  options: DescribeOptions,
): Promise<FoundProblems> {
  if (first.error === undefined) return { problems: [], described: first, untyped: new Set() };
  return new Search({ ...context, ...readSyntax(sql) }, options).run(first);
}

class Search {
  readonly #statement: Statement;
  /** With the types of parameters that PostgreSQL cannot find out, from $1; 0 lets it decide. */
  #options: DescribeOptions;
  readonly #masked: MaskedStatement;
  readonly #problems: FoundProblem[] = [];
  readonly #columns = new Set<string>();
  readonly #untyped = new Set<number>();
  #questions: number;

  constructor(statement: Statement, options: DescribeOptions) {
    this.#statement = statement;
    this.#options = options;
    this.#masked = new MaskedStatement(statement);
    this.#questions = Math.min(MAX_QUESTIONS, Math.ceil(MAX_SENT / (statement.sql.length + 1)));
  }

  async run(first: Described): Promise<FoundProblems> {
    let described = first;
    while (described.error !== undefined && this.#problems.length < MAX_PROBLEMS) {
      const mask = await this.#examine(described.error);
      if (mask === undefined || this.#questions <= 0) break;
      if (mask !== 'again' && !this.#apply(mask)) break;
      described = await this.#ask();
    }
    return {
      problems: this.#problems.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)),
      outputs: outputsOf(this.#statement.root, this.#masked.text),
      untyped: this.#untyped,
      standIns: this.#columns,
      parameters: Math.min(MAX_PARAMETERS, Math.max(0, ...new Set(this.#parameters.map(numberOf)))),
      described: described.error === undefined ? described : undefined,
    };
  }

  #ask({ text } = this.#masked.text, options = this.#options): Promise<Described> {
    this.#questions--;
    return this.#statement.postgres.describe(text, options);
  }

  /** Reports an error, unless a mask caused it, and says what is to be masked next. */
  async #examine(error: PgError): Promise<NodeMask | 'again' | undefined> {
    if (error.code === '42P18' && error.position === undefined) {
      return (await this.#giveType(error)) ? 'again' : undefined;
    }
    const located = await this.#locate(error);
    if (located === undefined) {
      if (this.#masked.text.isEmpty) this.#report(error, {});
      return undefined;
    }
    const { node } = located;
    if (node !== undefined && this.#masked.isEcho(error, node)) {
      return this.#maskFor(this.#masked.widened(error, node));
    }
    if (located.isEcho !== true) this.#report(error, located);
    const renamed = error.code === '42712' && node ? nameMask(node, this.#statement) : undefined;
    const surplus = error.code === '42601' && node ? surplusMask(node) : undefined;
    return located.mask ?? renamed ?? surplus ?? this.#maskFor(node);
  }

  #report(error: PgError, { node, offset, about }: Located): void {
    const own = aboutOf(error, node, this.#statement.catalog);
    const isPlain = node !== undefined && own.target === 'expression' && own.name === '';
    const name = isPlain ? this.#statement.sql.slice(node.start, node.end).slice(0, 60) : own.name;
    this.#problems.push({ ...own, name, ...about, error, offset, node });
  }

  async #locate(error: PgError): Promise<Located | undefined> {
    const { position, code, message } = error;
    if (position !== undefined) {
      const { text } = this.#masked;
      const offset = text.original(new SourceText(text.text).offsetOfCharacter(position - 1));
      const node = nodeAt(this.#statement.root, offset);
      return node?.kind === 'infer' && code === '42703'
        ? conflictColumn(node, this.#statement)
        : { offset, node };
    }
    return locate(error, this.#masked, async (mask) => {
      if (this.#questions <= 0) return true;
      const { error: now } = await this.#ask(this.#masked.text.with(mask));
      return now?.code === code && now.message === message;
    });
  }

  #maskFor(node: SyntaxNode | undefined): NodeMask | undefined {
    return node && maskFor(node, this.#statement, this.#columns);
  }

  get #parameters(): readonly SyntaxNode[] {
    return this.#statement.root.all('ParamRef');
  }

  /** Whether the mask changes the statement, and into another that can be read. */
  #apply(mask: NodeMask): boolean {
    const before = this.#masked.text.text;
    this.#masked.add(mask);
    if (mask.values !== undefined) this.#columns.add(mask.text.slice(1, -1).replaceAll('""', '"'));
    const { text } = this.#masked.text;
    try {
      return text !== before && parseStatement(text) !== undefined;
    } catch {
      return false; // our mask does not fit there
    }
  }

  /** Gives the type text to a parameter whose type is unknown, which PostgreSQL reports last. False: none is the reason, or the limit is reached. */
  async #giveType(error: PgError): Promise<boolean> {
    const { text } = this.#masked;
    const all = this.#parameters;
    const used = all.filter((node) => !text.covers(node));
    const left = new Set(used.map(numberOf));
    const { types: before = [] } = this.#options;
    const length = Math.min(MAX_PARAMETERS, Math.max(0, ...left));
    const types = Array.from({ length }, (_, n) => before[n] || (left.has(n + 1) ? 0 : TEXT));
    const isUnused = (n: number) => !all.some((node) => numberOf(node) === n);
    const unused = types.findIndex((type, n) => type !== before[n] && isUnused(n + 1));
    if (unused !== -1) this.#reportType(error, unused + 1);
    this.#options = { ...this.#options, types };
    const countTexts = (some: readonly number[]) => some.filter((type) => type === TEXT).length;
    if (countTexts(types) > countTexts(before)) return true;
    for (const number of [...left].filter((n) => types[n - 1] === 0).sort((a, b) => a - b)) {
      if (this.#questions <= 0) return false;
      const tried = { ...this.#options, types: types.with(number - 1, TEXT) };
      const { error: now } = await this.#ask(text, tried);
      if (now !== undefined && (now.code !== '42P18' || now.message === error.message)) continue;
      this.#options = tried;
      const node = used.find((one) => numberOf(one) === number)!;
      const isEcho = !text.isEmpty && node.parent?.kind !== 'NullTest';
      if (isEcho) this.#untyped.add(number);
      else this.#reportType(error, number, node);
      return true;
    }
    return false;
  }

  #reportType(error: PgError, number: number, node?: SyntaxNode): void {
    const about = { reason: 'WRONG_TYPE', code: 'unresolved', target: 'parameter' } as const;
    this.#untyped.add(number);
    this.#report(error, { node, offset: node?.start, about: { ...about, name: `$${number}` } });
  }
}

const numberOf = ({ members }: SyntaxNode): number => Number(members['number'] ?? 0);
