import { describe, expect, it } from 'vitest';
import { ERAS } from '../era/index.js';
import { createParser } from './index.js';

const parseJsonRpc = createParser({ era: 'jsonrpc' });
const mcpParsers = ERAS.filter((era) => era !== 'jsonrpc').map((era) => createParser({ era }));
const encoder = new TextEncoder();

describe('a broken text', () => {
  it.each([
    ['', undefined],
    ['   ', undefined],
    ['{', undefined],
    ['}', undefined],
    ['{}}', undefined],
    ['not json', undefined],
    ['{"jsonrpc":"2.0","id":1,"method', '1'],
    ['{"jsonrpc":"2.0","id":1,"params":{"id":2', '1'],
    ['{"jsonrpc":"2.0","id":12', undefined],
    ['{"jsonrpc":"2.0","id":12 ', '12'],
    ['{"jsonrpc":"2.0","id":"ab', undefined],
    ['{"jsonrpc":"2.0","id":"ab"', '"ab"'],
    ['{"jsonrpc":"2.0","id":"ab\\"', undefined],
    ['{"params":{"id":2},"jsonrpc":"2.0","id":3,', '3'],
    ['{"jsonrpc":"2.0","id":1.5,"method', undefined],
    ['{"jsonrpc":"2.0","id":null,"method', undefined],
    ['{"id":1,"method":"a",}', '1'],
    ['{"method":"a","params":{"x":NaN},"id":1}', '1'],
    ['{"method":"a\nb","id":1}', '1'],
    ['{"id":1,"method":"a"} trailing', '1'],
    ['{"id":1,"method":"a"}{"id":2,"method":"b"}', undefined],
    ['{"id":1,"method":"a","id":2', undefined],
    ['{id:1,"method":"a"}', undefined],
  ])('%j has no id in JSON-RPC; in MCP it has the one that is clear', (text, id) => {
    expect(parseJsonRpc(text)).toMatchObject({ problem: 'invalid-json', id: undefined });
    for (const parse of mcpParsers) {
      const record = { kind: 'problem', problem: 'invalid-json', condition: 'parse-error', id };
      expect(parse(text)).toMatchObject(record);
      expect(parse(encoder.encode(text))).toMatchObject(record);
    }
  });

  it.each([
    [['{"id":1,"method":"', 0xff, '"}'], '1'],
    [['\ufeff{"id":1,"method":"', 0xc3, '"}'], '1'],
    [['\ufeff\ufeff{"id":1,"method":"', 0xc3, '"}'], undefined],
    [['{"id":"', 0xff, '","method":"a"}'], undefined],
    [['{"method":"a","', 0xff, '":{"id":1}}'], undefined],
    [['{"method":"', 0xed, 0xa0, 0x80, '","id":"x"}'], '"x"'],
  ])('that is no UTF-8 says so, and keeps an id that is not touched by it', (parts, id) => {
    const bytes = Uint8Array.from(
      parts.flatMap((part) => (typeof part === 'string' ? [...encoder.encode(part)] : [part])),
    );
    expect(parseJsonRpc(bytes)).toMatchObject({ problem: 'invalid-utf8', id: undefined });
    for (const parse of mcpParsers)
      expect(parse(bytes)).toMatchObject({ problem: 'invalid-utf8', id });
  });

  it('leaves nothing behind for the next one', () => {
    const parse = createParser({ era: '2025-11-25' });
    parse(Uint8Array.of(0x7b, 0xe2, 0x82));
    expect(parse(encoder.encode('{"jsonrpc":"2.0","id":1,"method":"a"}'))).toMatchObject({
      id: '1',
    });
  });

  it('says nothing of its own in the problem', () => {
    const record = parseJsonRpc('{"password":"hunter2" oops}');
    expect(JSON.stringify(record)).not.toContain('hunter2');
  });
});
