import { describe, expect, it } from 'vitest';
import { findId, isResponseText, scanId } from './scan-id.js';

describe('scanId', () => {
  it.each([
    ['{"id":1}', '1'],
    [' \n{ "id" : "a\\"b" , "x"', '"a\\"b"'],
    ['{"a":{"id":1},"b":[{"id":2}],"c":"\\"id\\":3","id":4}', '4'],
    ['{"\\u0069\\u0064":1}', '1'],
    ['{"id":null}', 'null'],
    ['{"id":-1.5e+3,', '-1.5e+3'],
    ['{"id":1,"a":[1,2', '1'],
    ['{"id":1,"a":[}', '1'],
    ['{"id":1 ', '1'],
  ])('finds the top-level id of %j', (text, id) => {
    expect(scanId(text)).toBe(id);
  });

  it.each([
    '{"x":1}',
    '[{"id":1}]',
    '"id":1',
    '{"id":true}',
    '{"id":{}}',
    '{"id":[1]}',
    '{"id":}',
    '{ :1,"id":2}',
    '{"id":01}',
    '{"id":0x1F}',
    '{"id":1.}',
    '{"id":"a\nb"}',
    '{"id":"\\x"}',
    '{"idx":1,"ID":2,"\\u0069":3,"id ":4}',
  ])('finds none in %j', (text) => {
    expect(scanId(text)).toBeUndefined();
  });

  it.each([
    ['two members', '{"id":1,"id":2}'],
    ['two objects', '{"id":1}{"id":2}'],
    ['two values', '{"id":1 2,"x":3}'],
    ['a space that is none in JSON', '{"id":1\u00a02,"x":3}'],
    ['a string that goes on', '{"id":"a"b","x":3}'],
    ['a lost opening brace', '{"params":"x":1,"id":7},"id":9}'],
    ['a closing brace too early', '{"params":{"a":1},"id":7},"id":9}'],
    ['a comma and a closing brace too early', '{"id":7,},"id":9}'],
    ['a line out of the middle of a larger text', '{"id":7},'],
    ['the end of a larger text', '{"id":7}]}'],
    ['a string where a key should be', '{"a":"id":5,"b":1'],
    ['a lost quote', '{"a":"x,"b":{"\\"id":5}}'],
    ['brackets that do not match', '{"a":{"b":[1},"id":7}'],
  ])('does not guess at %s', (_, text) => {
    expect(scanId(text)).toBeUndefined();
  });

  it('reads a hostile text once', () => {
    const million = 1_000_000;
    expect(scanId(`{"a":${'['.repeat(million)}`)).toBeUndefined();
    expect(scanId(`{${'"\\xa":1,'.repeat(million / 10)}"id":1}`)).toBe('1');
    expect(scanId(`{"a":"${'\\"'.repeat(million)}","id":1,`)).toBe('1');
    expect(scanId(`{"a":"${'\\\\'.repeat(million)}","id":1,`)).toBe('1');
    expect(scanId(`{"a":${'['.repeat(million)}${']'.repeat(million)},"id":1,`)).toBe('1');
    expect(scanId(`{"id":1${'0'.repeat(million)},`)).toHaveLength(million + 1);
  });
});

describe('findId', () => {
  it.each([
    ['{"a" 1,"id":2}', 0],
    ['{"id" 7}', 0],
    ['{"id":1,"id":1}', 1],
    ['{"id":"a","id":"\\u0061"}', 1],
    ['{"id":1,"id":1e0}', 1],
    ['{"id":1,"id":2}', 2],
    ['{"id":1,"id":0x1}', 2],
    ['{"id":[1],"id":1}', 2],
  ])('%s: ids %s', (text, times) => {
    expect(findId(text).times).toBe(times);
  });
});

describe('isResponseText', () => {
  it.each([
    ['{"note":"{","result":1', true],
    ['{"note":"\\"result\\":","method":"x"', false],
    ['{"a":{"result":1},"b":', false],
    ['{"id":1,"resu', true],
    ['{"id":1,"x', false],
  ])('%s: %s', (text, expected) => {
    expect(isResponseText(text)).toBe(expected);
  });
});
