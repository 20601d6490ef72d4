import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, ExpressionError, parseExpression } from './expression.js';

const none = () => false;
const evaluate = (text: string) => calculate(parseExpression(text, none));

describe('an expression', () => {
  it.each([
    ['1', 1],
    [' 1 + 2 ', 3],
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['8-4-2', 2],
    ['16/4/2', 2],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['(-2)^2', 4],
    ['2^-1', 0.5],
    ['--3', 3],
    ['+3 - -4', 7],
    ['6 × 7 ÷ 2 − 1', 20],
    ['1.5e2 + .5', 150.5],
    ['2e+1', 20],
    ['1e308 * 10', Infinity],
  ])('%s comes to %d', (text, result) => {
    expect(evaluate(text)).toBe(result);
  });

  it.each([
    ['', 1, 'a number, a name or "(" is expected, not the end'],
    ['1 +', 4, 'a number, a name or "(" is expected, not the end'],
    ['1 + * 2', 5, 'not "*"'],
    ['(1 + 2', 7, 'an operator or ")" is expected, not the end'],
    ['1 + 2)', 6, 'an operator or the end is expected, not ")"'],
    ['1 2', 3, 'an operator or the end is expected, not "2"'],
    ['2 + x', 5, 'a name that is known here is expected, not "x"'],
    ['1 + 😀', 5, 'not "😀"'],
    ['()', 2, 'not ")"'],
  ])('%s is none, and it is said where', (text, position, message) => {
    const error = thrownBy(() => evaluate(text));
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({ position, message: expect.stringContaining(message) as string });
    expect((error as Error).message).toContain(`at character ${position}:`);
  });

  it('has the names that are known, in place of numbers', () => {
    const steps = parseExpression('a * (b + a)', (name) => name === 'a' || name === 'b');
    expect(calculate(steps, (name) => (name === 'a' ? 2 : 3))).toBe(10);
  });

  it('may have a hundred thousand parts in a row', () => {
    expect(evaluate(Array.from({ length: 100_000 }, () => '1').join(' + '))).toBe(100_000);
  });

  it.each([
    ['parentheses', '(', '1', ')'],
    ['minus signs', '-', '1', ''],
    ['plus signs', '+ ', '1', ''],
    ['powers', '1 ^ ', '1', ''],
  ])('has at most 100 %s inside each other', (_name, before, inner, after) => {
    const nested = (times: number) => before.repeat(times) + inner + after.repeat(times);
    expect(evaluate(nested(100))).toBe(1);
    const error = thrownBy(() => evaluate(nested(101)));
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({
      position: 101 * before.length + 1,
      message: expect.stringMatching(/: nested more than 100 deep$/) as string,
    });
  });

  it('starts counting again behind what was nested', () => {
    const deep = `${'('.repeat(100)}1${')'.repeat(100)}`;
    expect(evaluate(`${deep} + ${deep} * ${deep}`)).toBe(2);
  });

  it.each([
    ...['(', '-', '+', '−', '1^', '1 ^ -(', '-(', '(-', '((1)+', '2*(', '(1)^('],
    ...['f(', 'x(', 'x^', '[', '{', 'sqrt(', ')', '*', '^', '1 + ('],
  ])('of 5,000 times %s is an input error', (part) => {
    for (const text of [part.repeat(5000), `${part.repeat(5000)}1`]) {
      expect(thrownBy(() => parseExpression(text, (name) => name === 'x'))).toBeInstanceOf(
        ExpressionError,
      );
    }
  });

  it('comes to what JavaScript makes of it', () => {
    const number = fc.integer({ min: 0, max: 99 }).map(String);
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 5 },
        number,
        fc
          .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/'), tie('expression'))
          .map(([a, operator, b]) => `${a} ${operator} ${b}`),
        tie('expression').map((inner) => `(${inner})`),
        tie('expression').map((inner) => `-(${inner})`),
      ),
    }));
    fc.assert(
      fc.property(expression, (text) => {
        // Made of digits, operators and parentheses only.
        const expected = new Function(`return ${text}`)() as number;
        try {
          expect(evaluate(text)).toBe(expected);
        } catch (error) {
          // JavaScript goes on with infinity.
          expect((error as Error).message).toBe('Division by zero');
        }
      }),
    );
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
