/** What keeps a text from being an expression, and where. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Of the character, counted from 1. */
  readonly position: number;

  constructor(wanted: string, found: string, position: number) {
    super(`at character ${position}: ${wanted} is expected, not ${found}`);
    this.position = position;
  }
}
