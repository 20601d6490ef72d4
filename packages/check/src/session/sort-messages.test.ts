import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/json.js';
import { answerTo, idTextOf, kindOf, replyAmong } from './messages.js';

const message = (text: string) => ({ text, value: parseJson(text), at: 0 });

describe('kindOf', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 'response'],
    ['{"jsonrpc":"2.0","error":{"code":1,"message":"x"}}', 'response'],
    ['{"jsonrpc":"2.0","id":1}', 'response'],
    ['{"error":"Unauthorized"}', 'response'],
    ['[{"jsonrpc":"2.0","id":1,"result":{}}]', 'response'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'request'],
    ['{"jsonrpc":"2.0","method":"notifications/message"}', 'notification'],
    ['{"level":30,"msg":"listening"}', 'noise'],
    ['{}', 'noise'],
    ['listening on 3000', 'noise'],
  ])('calls %s a %s', (text, kind) => {
    expect(kindOf(message(text))).toBe(kind);
  });
});

describe('replyAmong', () => {
  const first = message('{"id":null,"error":{}}');
  const second = message('{"id":7,"result":{}}');

  it('prefers the response under an id that was sent', () => {
    expect(replyAmong([first, second], ['{"id":7}'])).toBe(second);
  });

  it('takes the first where none is', () => {
    expect(replyAmong([first, second], ['no JSON'])).toBe(first);
    expect(replyAmong([], ['{"id":7}'])).toBeUndefined();
  });

  it('does not take a text for a number', () => {
    expect(replyAmong([first, second], ['{"id":"7"}'])).toBe(first);
  });
});

describe('answerTo', () => {
  it('answers a ping, and refuses everything else under its id', () => {
    expect(answerTo(message('{"id":"a","method":"ping"}'))).toContain('"id":"a","result":{}');
    expect(answerTo(message('{"id":9007199254740993,"method":"roots/list"}'))).toContain(
      '"id":9007199254740993,"error"',
    );
  });
});

describe('idTextOf', () => {
  it('gives nothing for text that is not JSON', () => {
    expect(idTextOf('{"id":1')).toBeUndefined();
    expect(idTextOf('{"id": 1.50 }')).toBe('1.50');
  });
});
