import { describe, expect, it } from 'vitest';
import type { Expected } from '../system.js';
import { shopContract } from '../testing/shop.js';
import { judgeForm } from './judge-form.js';

const good = {
  content: [{ type: 'text', text: 'WAITING: it is reserved.\n{}' }],
  structuredContent: { ok: true, action: 'wait', ticket: 'r-1', price: 5, others: [1], by: null },
};

interface ToolContent {
  readonly isError?: boolean;
  readonly members?: Readonly<Record<string, Expected>>;
  readonly firstLine?: RegExp;
}

/** Why a message is not the expected result. */
function judge(
  message: object,
  { isError = false, members = { ok: true }, firstLine }: ToolContent = {},
) {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  return judgeForm(
    {
      text,
      message: JSON.parse(text) as unknown,
      sent: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    },
    { expect: { isError, members }, ...(firstLine && { firstLine }) },
    shopContract,
    '2025-11-25',
  );
}

const judgeResult = (more: object, content?: ToolContent) =>
  judge({ result: { ...good, ...more } }, content);

describe('judgeForm', () => {
  it('accepts a result with the declared members and more', () => {
    const members = {
      action: 'wait',
      ticket: String,
      price: Number,
      others: [],
      by: null,
    } as const;
    expect(judgeResult({}, { members, firstLine: /^WAITING: .*\.$/ })).toBeUndefined();
    expect(judgeResult({ isError: false })).toBeUndefined();
    expect(judgeResult({ isError: true }, { isError: true })).toBeUndefined();
  });

  it('takes the same result each time, whatever the flags of the pattern', () => {
    const firstLine = /waiting/giy;
    expect([1, 2, 3].map(() => judgeResult({}, { firstLine }))).toEqual(Array(3).fill(undefined));
  });

  it.each([
    ['an error', { error: { code: -32012, message: 'closed' } }, 'no result came, but {'],
    ['a result and an error', { result: good, error: { code: 1 } }, 'a result and an error'],
    ['another version', { jsonrpc: '1.0', result: good }, 'jsonrpc is not "2.0"'],
    ['another id', { id: 2, result: good }, 'the id is 2, not 1'],
    ['a result that is a text', { result: 'ok' }, 'structuredContent.ok is not there'],
  ])('does not take %s', (_, message, why) => {
    expect(judge(message)).toContain(why);
  });

  it.each([
    ['another isError', { isError: true }, 'isError is true, not false'],
    ['isError that is no boolean', { isError: null }, 'isError is null, not false'],
    ['no content', { content: [] }, 'content[0] has no text'],
    ['an empty text', { content: [{ type: 'text', text: ' ' }] }, 'content[0] has no text'],
    ['no structuredContent', { structuredContent: undefined }, 'structuredContent.ok is not there'],
  ])('does not take %s', (_, more, why) => {
    expect(judgeResult(more)).toContain(why);
  });

  it('rejects a success where a failed result is declared', () => {
    expect(judgeResult({}, { isError: true })).toContain('isError is false, not true');
  });

  it.each([
    ['action', 'refuse', 'structuredContent.action is "wait", not "refuse"'],
    ['price', '5', 'structuredContent.price is 5, not "5"'],
    ['price', String, 'structuredContent.price is 5, not a string'],
    ['ticket', Number, 'structuredContent.ticket is "r-1", not a number'],
    ['ticket', [], 'structuredContent.ticket is "r-1", not an array'],
    ['by', false, 'structuredContent.by is null, not false'],
    ['toString', String, 'structuredContent.toString is not there'],
  ] as const)('wants the member %s to be as told', (name, wanted, why) => {
    expect(judgeResult({}, { members: { [name]: wanted } })).toContain(why);
  });

  it('looks at the first line only', () => {
    expect(judgeResult({}, { firstLine: /\{\}/ })).toContain(
      'the first line does not match /\\{\\}/',
    );
  });
});
