/** Why an expression has no value: its text is wrong, or it cannot be calculated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Of the wrong character, counted from 1. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(position === undefined ? message : `at character ${position}: ${message}`);
    this.position = position;
  }
}
