import { describe, expect, it } from 'vitest';
import { idsIn } from './ids-in.js';

describe('idsIn', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"ping"}', ['7']],
    ['{"id":"a\\"b","method":"ping"}', ['a"b']],
    ['{"\\u0069d":7,"method":"ping"}', ['7']],
    ['{"jsonrpc":"2.0","method":"note"}', []],
    ['{"id":null,"method":"ping"}', []],
    ['{"id":1,"id":2}', ['1', '2']],
    ['[{"id":1},{"method":"note"},{"id":"x"}]', ['1', 'x']],
    ["{'id':5,}", ['5']],
    ["{'id':'five'}", ['five']],
    ['{id:"five"}', ['five']],
    ['{"id":1}{"id":2}', ['1', '2']],
    ['{"id" : 3', ['3']],
    ['no JSON', []],
  ])('finds in %s the ids %j', (text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });
});
