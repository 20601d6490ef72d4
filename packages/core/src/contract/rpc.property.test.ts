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
      api_key: 'string?',
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

  it('is the same on the fast and the slow path, for any values', () => {
    const word = fc.constantFrom(
      ...[
        'dev-1',
        'to be',
        '08:30:00',
        'Bearer ',
        'hunter2',
        '-hunter2',
        'token',
        ': ',
        '=',
        '--',
        'pwd',
      ],
      ...['xoxb-12345678', 'eyJhbGciOiJ9', '.eyJ9', 'user:pw@host', '://', '"', 'é', '\u200b', '1'],
    );
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
    const name = fc.oneof(
      fc.constantFrom('field', 'message', 'api_key', 'password', 'toJSON'),
      text,
    );
    const leaf = fc.oneof(
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
    );
    const members = fc.array(fc.dictionary(name, fc.oneof(leaf, fc.array(leaf)), { maxKeys: 3 }));
    const context = fc.record(
      {
        text: fc.oneof(fc.string({ unit: 'binary' }), text),
        count: fc.double(),
        flag: fc.boolean(),
        list: fc.oneof(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), members),
        'odd "key"': fc.constantFrom(
          'plain',
          'has hunter2-hunter2 in it',
          'Bearer abcdefghijklmnopqrstuv',
          '\u202e',
        ),
        any: fc.oneof(fc.anything({ withBigInt: true }), members),
        undeclared: fc.string(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(context, (given) => {
        const fault = catalog.FULL(given as never);
        expect(write(fault)).toBe(toRpcErrorJson(fault, contract, view));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ...[
      'password=hunter3',
      'ghp_0123456789abcdefghij',
      'a"b',
      'a\\b',
      'a\u200bb',
      'é',
      'Bearer x1y2z3',
    ],
    ...[
      'user:pw@host',
      '--pwd abcd',
      '-----BEGIN A-----0123456789abcdef',
      'hunter2-hunter2',
      'plain',
    ],
  ])('is the same as the one written the long way, wherever %j is', (text) => {
    for (const context of [
      { text },
      { list: [{ a: 'plain', [text]: 1 }] },
      { list: [{ a: 1, b: text }] },
      { any: ['plain', [text]] },
      { any: { pwd: 'plain' } },
      { api_key: text },
      { text: 'plain', api_key: 'plain' },
    ]) {
      const fault = catalog.FULL(context as never);
      expect(write(fault)).toBe(toRpcErrorJson(fault, contract, view));
    }
  });

  it('has the long way for a context with a getter that fails, and for inherited members', () => {
    const failing = Object.defineProperty({ text: 'a' }, 'count', {
      enumerable: true,
      get: () => Promise.reject.call(0),
    });
    for (const context of [failing, Object.create({ text: 'inherited' }) as object]) {
      const fault = catalog.FULL(context as never);
      expect(write(fault)).toBe(toRpcErrorJson(fault, contract, view));
    }
  });

  it('of an unknown resource has the URI alone on 2026-07-28', () => {
    const files = defineCatalog('files', {
      GONE: {
        code: -32002,
        title: 'Gone',
        category: 'x',
        condition: 'resource-not-found',
        context: { uri: 'string', shelf: 'string' },
        recovery: 'fix_and_retry',
      },
    });
    const gone = defineContract({ catalog: files, rpcData: 'payload', message: 'title' });
    expect(createRpcWriter(gone, view)(files.GONE({ uri: 'a:b', shelf: 'x' }))).toBe(
      '{"code":-32602,"message":"Gone","data":{"uri":"a:b"}}',
    );
  });

  it('hides a secret that is registered later', () => {
    const redactor = createRedactor();
    const later = viewOf('jsonrpc', { redactor });
    const writeLater = createRpcWriter(contract, later);
    const fault = () =>
      catalog.FULL({ text: 'swordfish', list: [{ a: 'swordfish' }], count: 4711 });
    expect(writeLater(fault())).toContain('swordfish');
    redactor.addSecret('swordfish');
    redactor.addSecret('4711');
    expect(writeLater(fault())).toBe(
      '{"code":-32010,"message":"Quote \\" and é","data":{"text":"[REDACTED]","count":"[REDACTED]","list":[{"a":"[REDACTED]"}]}}',
    );
  });

  it('calls a foreign redactor for everything', () => {
    const own = {
      ...createRedactor(),
      suspicious: () => true,
      redactDeep: () => ({ text: 'hidden' }),
    };
    const fault = catalog.FULL({ text: 'plain' });
    expect(createRpcWriter(contract, viewOf('jsonrpc', { redactor: own }))(fault)).toContain(
      '"text":"hidden"',
    );
  });

  it('gives way to a message that the thrower chose', () => {
    expect(write(catalog.FULL({}, { message: 'Other' }))).toBe('{"code":-31010,"message":"Other"}');
  });
});
