import { ExpressionError } from './expression-error.js';

const SPACE = /\s*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

/** A name, and nothing else. */
export const WHOLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Goes through an expression, word by word. */
export class Scanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  get atEnd(): boolean {
    return this.#position === this.#text.length;
  }

  /** The number that comes next, if one does. */
  number(): number | undefined {
    const found = this.#match(NUMBER);
    return found === undefined ? undefined : Number(found);
  }

  /** The name that comes next, if one does and `isKnown` knows it. */
  name(isKnown: (name: string) => boolean): string | undefined {
    const start = this.#position;
    const found = this.#match(NAME);
    if (found === undefined || isKnown(found)) return found;
    this.#position = start;
    throw this.unexpected('a name that is known here');
  }

  /** What the next sign means, if it is one of these. */
  sign<T>(signs: ReadonlyMap<string, T>): T | undefined {
    const meaning = signs.get(this.#text.charAt(this.#position));
    if (meaning === undefined) return undefined;
    this.#position += 1;
    this.#skipSpace();
    return meaning;
  }

  unexpected(wanted: string): ExpressionError {
    const code = this.#text.codePointAt(this.#position);
    const found = code === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(code));
    return this.error(`${wanted} is expected, not ${found}`);
  }

  /** What is wrong at this place. */
  error(message: string): ExpressionError {
    return new ExpressionError(message, this.#position + 1);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#position += found.length;
    this.#skipSpace();
    return found;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#position;
    SPACE.test(this.#text);
    this.#position = SPACE.lastIndex;
  }
}
