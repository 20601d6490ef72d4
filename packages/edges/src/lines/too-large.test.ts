import { describe, expect, it } from 'vitest';
import { tooLarge } from './read-lines.js';

describe('the problem of a line that is too long', () => {
  it.each([
    ['{"method":"m","params":{},"jsonrpc":"2.0","id":3}', '3'],
    ['\ufeff{"jsonrpc":"2.0","id":"a\\u0062","method":"m"}', '"a\\u0062"'],
    ['{"id":9007199254740993,"method":"m","params":{', '9007199254740993'],
  ])('has the id of %s', (outline, id) => {
    expect(tooLarge(outline)).toMatchObject({ problem: 'too-large', id, answerable: true });
  });

  it.each([
    ['none', undefined],
    ['no id', '{"method":"m","params":{}}'],
    ['null, which MCP forbids in a reply', '{"id":null,"method":"m"}'],
    ['a fraction, which MCP forbids', '{"id":1.5,"method":"m"}'],
    ['bytes that were not UTF-8', '{"id":"a\ufffd","method":"m"}'],
    ['two ids', '{"id":1,"method":"m","id":2}'],
    ['a batch', '[{},{}]'],
    ['an id that may go on', '{"method":"m","id":12'],
  ])('has no id where the outline has %s', (_, outline) => {
    expect(tooLarge(outline)).toMatchObject({ id: undefined, answerable: true });
  });

  it.each(['{"result":{},"jsonrpc":"2.0","id":5}', '{"jsonrpc":"2.0","id":5,"error":{}}'])(
    'is not answered for a response, whose id is ours: %s',
    (outline) => expect(tooLarge(outline).answerable).toBe(false),
  );
});
