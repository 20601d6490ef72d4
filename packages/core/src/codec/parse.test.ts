import { describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../era/index.js';
import { createParser, PROBLEMS, type Incoming } from './index.js';

const MCP_ERAS = ERAS.filter((era) => era !== 'jsonrpc');
const read = (era: Era, input: string | Uint8Array) => createParser({ era })(input);
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)],
    ),
  );

/** What a test wants to know of a problem: its name, the id to answer under, and whether to answer at all. */
function outline(record: Incoming): unknown {
  if (record.kind === 'batch') return record.messages.map(outline);
  if (record.kind !== 'problem') return record;
  return record.answerable ? [record.problem, record.id] : [record.problem, 'not answered'];
}

const call = { method: 'a', params: undefined };
const CALL = '"jsonrpc":"2.0","method":"a"';

describe('a problem', () => {
  it('is a parse error for invalid JSON, and otherwise an invalid request', () => {
    const parseErrors = ['invalid-utf8', 'invalid-json'];
    for (const [name, [condition]] of Object.entries(PROBLEMS))
      expect([name, condition]).toEqual([
        name,
        parseErrors.includes(name) ? 'parse-error' : 'invalid-request',
      ]);
  });
});

describe('a single message', () => {
  it.each([
    [`{${CALL},"id":1}`, { kind: 'request', id: '1', ...call }],
    [`{${CALL}}`, { kind: 'notification', ...call }],
    [`{${CALL},"params":{"x":1}}`, { kind: 'notification', method: 'a', params: { x: 1 } }],
    ['{"jsonrpc":"2.0","id":1,"result":null}', { kind: 'response', id: '1', result: null }],
    [
      '{"jsonrpc":"2.0","id":"x","error":{"code":-1,"message":"m","data":[1]}}',
      { kind: 'response', id: '"x"', error: { code: -1, message: 'm', data: [1] } },
    ],
    [`{${CALL},"id":1,"result":0,"extra":true}`, { kind: 'request', id: '1', ...call }],
    [`\r\n\t {${CALL},\r\n"id" : 1 }\r\n`, { kind: 'request', id: '1', ...call }],
    [`\ufeff{${CALL},"id":1}`, { kind: 'request', id: '1', ...call }],
    [`{${CALL},"method":"b"}`, { kind: 'notification', method: 'b', params: undefined }],
  ])('%j gives the same message in every era, as text and as bytes', (text, record) => {
    for (const era of ERAS) {
      expect(read(era, text)).toEqual(record);
      expect(read(era, bytes(text))).toEqual(record);
    }
  });

  it.each([
    ['{"jsonrpc":"1.0","method":"a","id":1}', ['wrong-version', '1']],
    ['{"method":"a","id":"x"}', ['wrong-version', '"x"']],
    ['{"jsonrpc":"2.0","id":1}', ['wrong-method', '1']],
    ['{"jsonrpc":"2.0","method":null,"id":1.0}', ['wrong-method', '1.0']],
    ['{"jsonrpc":"2.0","method":1,"params":"bar"}', ['wrong-method', undefined]],
    ['{"foo":"boo"}', ['wrong-version', undefined]],
    [`{${CALL},"id":true}`, ['wrong-id', undefined]],
    [`{${CALL},"id":[1]}`, ['wrong-id', undefined]],
    [`{${CALL},"id":{"id":1}}`, ['wrong-id', undefined]],
    ['1', ['not-an-object', undefined]],
    ['"id"', ['not-an-object', undefined]],
    ['null', ['not-an-object', undefined]],
  ])('%j is an invalid request in every era and keeps an id that can be read', (text, wrong) => {
    for (const era of ERAS) expect(outline(read(era, text))).toEqual(wrong);
  });

  it('may have params by position in JSON-RPC, and only by name in MCP', () => {
    const text = `{${CALL},"id":1,"params":[1]}`;
    expect(read('jsonrpc', text)).toEqual({ kind: 'request', id: '1', method: 'a', params: [1] });
    expect(outline(read('jsonrpc', `{${CALL},"id":1,"params":null}`))).toEqual([
      'wrong-params',
      '1',
    ]);
    for (const era of MCP_ERAS) expect(outline(read(era, text))).toEqual(['wrong-params-mcp', '1']);
  });

  it('is not answered if it is a notification that only MCP forbids', () => {
    for (const era of MCP_ERAS) {
      const wrong = (params: string) => outline(read(era, `{${CALL},"params":${params}}`));
      expect(wrong('[1]')).toEqual(['wrong-params-mcp', 'not answered']);
      expect(wrong('"x"')).toEqual(['wrong-params-mcp', undefined]);
    }
  });

  it('takes __proto__ as an ordinary member', () => {
    expect(outline(read('jsonrpc', '{"__proto__":{"method":"a","jsonrpc":"2.0","id":1}}'))).toEqual(
      ['wrong-version', undefined],
    );
    const record = read('jsonrpc', `{${CALL},"params":{"__proto__":{"admin":true}}}`);
    const params = record.kind === 'notification' ? (record.params as object) : {};
    expect(Object.keys(params)).toEqual(['__proto__']);
    expect('admin' in params).toBe(false);
  });
});

describe('the id of a request', () => {
  it.each([
    ...['0', '-1', '-0', '1.0', '1e2', '1E+2', '9007199254740993', '1e400'],
    ...['""', '"a b"', '"é😀"', '"\\u0061"', '"\\/"', '"\\""', '"\\\\"', '"null"', '"\\ud800"'],
    '"\ufffd"',
  ])('%s is kept as it was spelled', (id) => {
    const texts = [
      `{"id":${id},${CALL}}`,
      `{${CALL},"id" :\n${id} }`,
      `{"params":{"id":7,"x":[{"id":8}]},"id":${id},${CALL}}`,
      `{"id":${id},${CALL},"params":{"id":"\\"id\\":9"}}`,
      `{${CALL},"\\u0069d":${id}}`,
      `{${CALL},"params":{"id":7},"i\\u0064":${id},"x":"id"}`,
    ];
    for (const era of ERAS) {
      for (const text of texts) expect(read(era, text)).toMatchObject({ kind: 'request', id });
      expect(read(era, bytes(texts[0]!))).toMatchObject({ kind: 'request', id });
    }
  });

  it('is not confused with another member of the same value', () => {
    for (const text of [
      '{"jsonrpc":"2.0","ix":1,"method":"a","id":1.0}',
      '{"jsonrpc":"2.0","no":1,"params":{},"method":"a","id":1.0}',
    ]) {
      for (const era of ERAS) expect(read(era, text)).toMatchObject({ kind: 'request', id: '1.0' });
    }
  });

  it('is kept at any length', () => {
    for (const id of [
      '1'.repeat(100_000),
      `1.${'0'.repeat(100_000)}`,
      `"${'x'.repeat(100_000)}"`,
    ]) {
      for (const era of ERAS) expect(read(era, `{${CALL},"id":${id}}`)).toMatchObject({ id });
    }
  });

  it.each(['null', '1.5', '1e-400', '-0.1', '1.0000000000000000000001'])(
    '%s is legal in JSON-RPC and unreadable in MCP',
    (id) => {
      const text = `{${CALL},"id":${id}}`;
      expect(read('jsonrpc', text)).toEqual({ kind: 'request', id, ...call });
      for (const era of MCP_ERAS) expect(outline(read(era, text))).toEqual(['wrong-id', undefined]);
    },
  );

  it.each([
    `{"id":1,${CALL},"id":2}`,
    `{"jsonrpc":"2.0","id":1,"method":"m","id":2}`,
    `{"id":9007199254740993,${CALL},"id":9007199254740992}`,
    `{"id":{},${CALL},"id":1}`,
    `{"id":1,${CALL},"id":{}}`,
    `{"id":1,${CALL},"\\u0069\\u0064":2}`,
    `{"id":null,${CALL},"id":1.5}`,
  ])('%j has two ids and is answered under none', (text) => {
    for (const era of ERAS) expect(outline(read(era, text))).toEqual(['duplicate-id', undefined]);
  });

  it.each([
    [`{"id":1,${CALL},"id":1}`, '1'],
    [`{"id":1,${CALL},"id":1.0}`, '1'],
    [`{"jsonrpc":"2.0","id":1,"method":"m","id":1.0}`, '1'],
    [`{"jsonrpc":"2.0","id":"a","method":"m","\\u0069d":"\\u0061"}`, '"a"'],
    [`{"id":9007199254740993,${CALL},"id":9007199254740993}`, '9007199254740993'],
  ])('%j says one id twice and is answered under it', (text, id) => {
    for (const era of ERAS) expect(read(era, text)).toMatchObject({ kind: 'request', id });
  });

  it.each([
    ['"\ud800"', '"\\ud800"'],
    ['"\\/\udfff\\u0061"', '"\\/\\udfff\\u0061"'],
    ['"\ud83d\\ude00"', '"\\ud83d\\ude00"'],
  ])('has the escape of a lone surrogate, which UTF-8 cannot carry', (raw, id) => {
    for (const era of ERAS) {
      expect(read(era, `{${CALL},"id":${raw}}`)).toMatchObject({ kind: 'request', id });
    }
    expect(read('2025-11-25', `{"id":${raw},${CALL}`)).toMatchObject({ kind: 'problem', id });
  });
});

describe('a response', () => {
  it('without a name is accepted in every era when it is an error', () => {
    const error = { code: -32700, message: 'm' };
    for (const era of ERAS) {
      for (const id of ['', '"id":null,']) {
        const text = `{"jsonrpc":"2.0",${id}"error":{"code":-32700,"message":"m"}}`;
        expect(read(era, text)).toEqual({ kind: 'response', id: undefined, error });
      }
    }
  });

  it.each([
    '{"jsonrpc":"2.0","result":1}',
    '{"id":1,"result":1}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":null}',
    '{"jsonrpc":"2.0","id":1,"error":null}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":{},"result":1}',
    '{"jsonrpc":"2.0","id":1,"id":2,"result":1}',
    '{"jsonrpc":"2.0","id":1,"id":null,"error":{"code":1,"message":"m"}}',
  ])('%j is malformed and never answered', (text) => {
    for (const era of ERAS) {
      expect(outline(read(era, text))).toEqual(['wrong-response', 'not answered']);
    }
  });

  it('may have the id null in an era that allows it', () => {
    const text = '{"jsonrpc":"2.0","id":null,"result":1}';
    expect(read('jsonrpc', text)).toEqual({ kind: 'response', id: 'null', result: 1 });
    expect(outline(read('2025-11-25', text))).toEqual(['wrong-response', 'not answered']);
  });
});

describe('a broken text that is a response', () => {
  const parseBroken = createParser({ era: '2025-11-25', limits: { maxBytes: 400, maxDepth: 8 } });
  const long = 'x'.repeat(500);
  const bad = (text: string) => Buffer.from(text.replace('?', '\xff'), 'latin1');

  it.each<[string, string | Uint8Array]>([
    ['a comma too many', '{"jsonrpc":"2.0","id":4,"result":{"roots":[],}}'],
    ['an error', '{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"m",}}'],
    ['cut off', '{"jsonrpc":"2.0","id":4,"result":{"roots":['],
    ['cut off inside a string', '{"id":4,"result":{"text":"abc'],
    ['broken before the result', '{"jsonrpc":"2.0","id":4,,"result":{}}'],
    ['without a comma', '{"id":4 "result":{}}'],
    ['cut off behind the key', '{"jsonrpc":"2.0","id":4,"result"'],
    ['cut off inside the key', '{"jsonrpc":"2.0","id":4,"resu'],
    ['with escapes in the key', '{"jsonrpc":"2.0","id":4,"re\\u0073ult":{,}}'],
    ['a method inside the result', '{"id":4,"result":{"method":"ping",}}'],
    ['too large', `{"id":4,"result":{"text":"${long}"}}`],
    ['too large, the id last', `{"result":{"text":"${long}"},"id":4}`],
    ['too deep', `{"id":4,"result":${'['.repeat(20)}${']'.repeat(20)}}`],
    ['not UTF-8', bad('{"id":4,"result":"?"}')],
  ])('is never answered: %s', (_what, text) => {
    expect(parseBroken(text)).toMatchObject({ kind: 'problem', answerable: false, id: undefined });
  });

  it.each<[string, string | Uint8Array]>([
    ['cut off', '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"x"'],
    ['cut off before its method', '{"jsonrpc":"2.0","id":4,"params":{"result":1},'],
    ['with a result too', '{"jsonrpc":"2.0","id":4,"method":"x","result":1,}'],
    ['a result in its params', '{"jsonrpc":"2.0","id":4,"method":"x","params":{"result":1,}}'],
    ['a text that names a result', '{"id":4,"method":"x","params":"\\"result\\":",}'],
    ['too large', `{"id":4,"method":"x","params":{"text":"${long}"}}`],
    ['not UTF-8', bad('{"id":4,"method":"?"}')],
  ])('is answered under its id if it is a request: %s', (_what, text) => {
    expect(parseBroken(text)).toMatchObject({ kind: 'problem', answerable: true, id: '4' });
  });
});

describe('input that is neither text nor bytes', () => {
  it.each([
    ['an ArrayBuffer', new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"x"}').buffer],
    ['nothing', undefined],
    ['an object', {}],
  ])('is not read: %s', (_, input) => {
    expect(createParser({ era: '2025-11-25' })(input as never)).toMatchObject({
      kind: 'problem',
      problem: 'invalid-json',
    });
  });
});
