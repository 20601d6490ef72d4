import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../catalog/index.js';
import { createRedactor } from '../fault/index.js';
import { defineContract } from './define-contract.js';
import { createRpcWriter, toRpcErrorJson } from './rpc.js';
import { viewOf } from './testing/demo.js';

const catalog = defineCatalog('bare', {
  FULL: {
    code: -32010,
    title: 'Quote " and é',
    category: 'x',
    context: {
      text: 'string?',
      count: 'number?',
      flag: 'boolean?',
      list: 'object[]?',
      'odd "key"': 'string?',
      any: 'json?',
    },
    recovery: 'report_and_abort',
  },
});

const contract = defineContract({ catalog, rpcData: 'payload', message: 'title' });
const view = viewOf('2026-07-28', { redactor: createRedactor({ secrets: ['hunter2-hunter2'] }) });
const write = createRpcWriter(contract, view);

describe('the text of a bare error object', () => {
  it.each<[object, string]>([
    [{}, '{"code":-31010,"message":"Quote \\" and é"}'],
    [
      { text: 'a', count: -0, flag: false },
      '{"code":-31010,"message":"Quote \\" and é","data":{"text":"a","count":0,"flag":false}}',
    ],
    [{ text: '"' }, '{"code":-31010,"message":"Quote \\" and é","data":{"text":"\\""}}'],
    [
      { 'odd "key"': 'a"b\\c\n' },
      '{"code":-31010,"message":"Quote \\" and é","data":{"odd \\"key\\"":"a\\"b\\\\c\\n"}}',
    ],
    [
      { count: NaN, list: [{ a: 1 }] },
      '{"code":-31010,"message":"Quote \\" and é","data":{"count":null,"list":[{"a":1}]}}',
    ],
  ])('of %j', (context, text) => expect(write(catalog.FULL(context as never))).toBe(text));

  it('is the same as the one written the long way, whatever the values', () => {
    const context = fc.record(
      {
        text: fc.string({ unit: 'binary' }),
        count: fc.double(),
        flag: fc.boolean(),
        list: fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        'odd "key"': fc.constantFrom(
          'plain',
          'has hunter2-hunter2 in it',
          'Bearer abcdefghijklmnopqrstuv',
          '\u202e',
        ),
        any: fc.anything({ withBigInt: true }),
        undeclared: fc.string(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(context, (given) => {
        const fault = catalog.FULL(given as never);
        expect(write(fault)).toBe(toRpcErrorJson(fault, contract, view));
      }),
    );
  });

  it('gives way to a message that the thrower chose', () => {
    expect(write(catalog.FULL({}, { message: 'Other' }))).toBe('{"code":-31010,"message":"Other"}');
  });
});
