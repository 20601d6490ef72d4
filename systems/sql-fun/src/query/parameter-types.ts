import type { Described, PgError } from '../engine/index.js';
import type { FoundProblem } from './found-problem.js';
import type { MaskedText } from './masks.js';
import { descendantsOf, type SyntaxNode } from './syntax.js';

const MAX_PARAMETERS = 1000;
/** The number of the type `text`. */
const TEXT = 25;

type Ask = (types: readonly number[]) => Promise<Described | undefined>;

/** The types of a statement's parameters, as far as PostgreSQL needs to be told them. */
export class ParameterTypes {
  /** From $1; 0 lets PostgreSQL decide. */
  types: readonly number[];
  /** The numbers of those without a type. */
  readonly untyped = new Set<number>();
  readonly #parameters: readonly SyntaxNode[];
  readonly #masked: MaskedText;
  readonly #report: (problem: FoundProblem) => void;

  constructor(
    root: SyntaxNode,
    types: readonly number[],
    masked: MaskedText,
    report: (problem: FoundProblem) => void,
  ) {
    this.#parameters = descendantsOf(root).filter(({ kind }) => kind === 'ParamRef');
    this.types = types;
    this.#masked = masked;
    this.#report = report;
  }

  /**
   * Gives text to a parameter whose type nothing tells: all else has been checked before PostgreSQL says so. `ask` asks again
   * with other types; undefined where nothing more may be asked. False where no parameter is the reason.
   */
  async give(error: PgError, ask: Ask): Promise<boolean> {
    const all = this.#parameters;
    const left = new Set(all.filter((node) => !this.#masked.covers(node)).map(numberOf));
    const types = Array.from(
      { length: Math.min(MAX_PARAMETERS, Math.max(0, ...left)) },
      (_, n) => this.types[n] || (left.has(n + 1) ? 0 : TEXT),
    );
    const isUnused = (n: number) => !all.some((node) => numberOf(node) === n);
    const unused = types.findIndex((type, n) => type !== this.types[n] && isUnused(n + 1));
    if (unused !== -1) this.#untype(error, unused + 1);
    const before = this.types.filter((type) => type === TEXT).length;
    this.types = types;
    if (types.filter((type) => type === TEXT).length > before) return true;
    for (const number of [...left].filter((n) => types[n - 1] === 0).sort((a, b) => a - b)) {
      const tried = types.with(number - 1, TEXT);
      const answer = await ask(tried);
      if (answer === undefined) return false;
      const { error: now } = answer;
      if (now !== undefined && (now.code !== '42P18' || now.message === error.message)) continue;
      this.types = tried;
      const node = all.find((one) => numberOf(one) === number && !this.#masked.covers(one))!;
      const isEcho = !this.#masked.isEmpty && node.parent?.kind !== 'NullTest';
      if (isEcho) this.untyped.add(number);
      else this.#untype(error, number, node);
      return true;
    }
    return false;
  }

  #untype(error: PgError, number: number, node?: SyntaxNode): void {
    this.untyped.add(number);
    this.#report({
      ...{ reason: 'WRONG_TYPE', code: 'unresolved', target: 'parameter', name: `$${number}` },
      ...{ error, unresolved: true, ...(node && { node, offset: node.start }) },
    });
  }
}

const numberOf = ({ members }: SyntaxNode): number => Number(members['number'] ?? 0);
