import { createServer, type Handler } from '@errata/core';
import { describe, expect, it } from 'vitest';
import {
  erlmcp,
  erlmcpContract,
  errorCapabilityNotSupported,
  errorInternal,
  errorInvalidParams,
  errorInvalidRequest,
  errorMethodNotFound,
  errorParse,
  errorPromptNotFound,
  errorResourceNotFound,
  errorToolNotFound,
  errorValidationFailed,
  type ErlmcpId,
} from './index.js';

// Seed 003, "Test Coverage", groups 1 to 5: the errors. Groups 6 to 8 are about ids, 9 and 10 about whole exchanges.

const ERAS = ['2025-11-25', 'jsonrpc'] as const;

/** Each failure of group 1: how the encoder makes it, and what makes a running server say it. */
const FAILURES: Record<string, [(id: ErlmcpId) => string, object, Handler]> = {
  'Method not found': [
    (id) => errorMethodNotFound(id, 'invalid/method'),
    { code: -32601, message: 'Method not found', data: { method: 'invalid/method' } },
    throwing(() => erlmcp.METHOD_NOT_FOUND({ method: 'invalid/method' })),
  ],
  'Invalid params': [
    (id) => errorInvalidParams(id, 'uri is missing'),
    { code: -32602, message: 'Invalid params', data: { details: 'uri is missing' } },
    throwing(() => erlmcp.INVALID_PARAMS({ details: 'uri is missing' })),
  ],
  'Resource not found': [
    (id) => errorResourceNotFound(id, 'file:///gone'),
    { code: -32001, message: 'Resource not found', data: { uri: 'file:///gone' } },
    throwing(() => erlmcp.RESOURCE_NOT_FOUND({ uri: 'file:///gone' })),
  ],
  'Tool not found': [
    (id) => errorToolNotFound(id, 'calculator'),
    { code: -32002, message: 'Tool not found', data: { tool: 'calculator' } },
    throwing(() => erlmcp.TOOL_NOT_FOUND({ tool: 'calculator' })),
  ],
  'Prompt not found': [
    (id) => errorPromptNotFound(id, 'greeting'),
    { code: -32003, message: 'Prompt not found', data: { prompt: 'greeting' } },
    throwing(() => erlmcp.PROMPT_NOT_FOUND({ prompt: 'greeting' })),
  ],
  'Internal error': [
    (id) => errorInternal(id),
    { code: -32603, message: 'Internal error' },
    throwing(() => new Error('the reason stays here')),
  ],
  'Capability not supported': [
    (id) => errorCapabilityNotSupported(id, 'sampling'),
    { code: -32004, message: 'Capability not supported', data: { capability: 'sampling' } },
    throwing(() => erlmcp.CAPABILITY_NOT_SUPPORTED({ capability: 'sampling' })),
  ],
  'Validation failed': [
    (id) => errorValidationFailed(id, 'no such field'),
    { code: -32007, message: 'Validation failed', data: { details: 'no such field' } },
    throwing(() => erlmcp.VALIDATION_FAILED({ details: 'no such field' })),
  ],
};

function throwing(make: () => unknown): Handler {
  return () => {
    throw make();
  };
}

function replyText(idText: string, error: object): string {
  return `{"jsonrpc":"2.0","id":${idText},"error":${JSON.stringify(error)}}`;
}

/** A server says beside the fields of the seed what the failed call did: here always nothing. */
function servedText(idText: string, error: object): string {
  const { data } = error as { readonly data?: object };
  return replyText(
    idText,
    data === undefined ? error : { ...error, data: { ...data, effect: 'none' } },
  );
}

/** Real bytes in, reply text out. */
function exchange(era: (typeof ERAS)[number], request: string | Uint8Array, handler?: Handler) {
  const methods = handler === undefined ? {} : { call: handler };
  const server = createServer({ contract: erlmcpContract, era, methods });
  return server.receive(
    typeof request === 'string' ? new TextEncoder().encode(request) : request,
  ) as string;
}

describe('Error with Valid ID Tests', () => {
  it.each(Object.entries(FAILURES))('%s preserves integer ID', (_name, [encode, error]) => {
    expect(encode(42)).toBe(replyText('42', error));
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it.each(Object.entries(FAILURES))('%s preserves integer ID', (_name, [, error, handler]) => {
      const reply = exchange(era, '{"jsonrpc":"2.0","id":42,"method":"call"}', handler);
      expect(reply).toBe(servedText('42', error));
    });

    it.each(Object.entries(FAILURES))('%s preserves string ID', (_name, [, error, handler]) => {
      const reply = exchange(era, '{"jsonrpc":"2.0","id":"req-42","method":"call"}', handler);
      expect(reply).toBe(servedText('"req-42"', error));
    });
  });
});

describe('Parse Error Tests', () => {
  const nobody = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';

  it('Parse error uses null ID', () => {
    expect(JSON.parse(errorParse(null))).toHaveProperty('id', null);
  });

  it('Parse error null ID explicit', () => {
    expect(errorParse(null)).toBe(nobody);
  });

  it('Parse error null ID in JSON', () => {
    expect(errorParse(null)).toContain('"id":null');
  });

  it('Parse error keeps an ID that its caller could read', () => {
    expect(JSON.parse(errorParse(7))).toHaveProperty('id', 7);
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it.each(['{"jsonrpc":', '', 'hello', '{"jsonrpc":"2.0","id":12', '[1,2', "{'id':1}"])(
      'Parse error uses null ID for %j',
      (text) => {
        expect(exchange(era, text)).toBe(nobody);
      },
    );

    it('Parse error uses null ID for bytes that are not UTF-8', () => {
      expect(exchange(era, Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d))).toBe(nobody);
    });
  });

  it('keeps null for parse errors on jsonrpc even where an id could be guessed', () => {
    expect(exchange('jsonrpc', '{"jsonrpc":"2.0","id":5,"method":"x",}')).toBe(nobody);
  });

  it('uses null on 2025-11-25 only where the request ID was invalid or missing', () => {
    expect(exchange('2025-11-25', '{"jsonrpc":"2.0","id":5,"method":"x",}')).toContain('"id":5,');
  });

  it('leaves the member out on 2026-07-28, whose schema forbids null', () => {
    const server = createServer({ contract: erlmcpContract, era: '2026-07-28', methods: {} });
    expect(server.receive('{"jsonrpc":')).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"reason":"PARSE_ERROR","effect":"none"}}}',
    );
  });
});

describe('Invalid Request Tests', () => {
  it('Invalid request null ID', () => {
    expect(errorInvalidRequest(null)).toContain('"id":null');
  });

  it('Invalid request error code', () => {
    expect(JSON.parse(errorInvalidRequest(null))).toHaveProperty('error.code', -32600);
  });

  it('Invalid request message', () => {
    expect(JSON.parse(errorInvalidRequest(null))).toHaveProperty(
      'error.message',
      'Invalid Request',
    );
  });

  it('Invalid request says what is wrong where it is known', () => {
    expect(JSON.parse(errorInvalidRequest(null, 'no method'))).toHaveProperty('error.data', {
      details: 'no method',
    });
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it.each(['5', '"text"', 'null', '[]', '{"jsonrpc":"2.0","id":{},"method":"x"}', '{}'])(
      'Invalid request null ID for %s',
      (text) => {
        expect(JSON.parse(exchange(era, text))).toMatchObject({
          id: null,
          error: {
            code: -32600,
            message: 'Invalid Request',
            data: { details: expect.any(String) },
          },
        });
      },
    );

    it.each([
      ['{"jsonrpc":"1.0","id":3,"method":"x"}', '3'],
      ['{"id":"no-version","method":"x"}', '"no-version"'],
      ['{"jsonrpc":"2.0","id":9007199254740993,"method":5}', '9007199254740993'],
      ['{"jsonrpc":"2.0","id":0,"method":"x","params":5}', '0'],
    ])('Invalid request keeps the ID that can be read: %s', (text, id) => {
      expect(exchange(era, text)).toContain(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,`);
    });
  });
});

describe('Method Not Found Tests', () => {
  it('Integer ID preservation', () => {
    expect(JSON.parse(errorMethodNotFound(1, 'x'))).toHaveProperty('id', 1);
  });

  it('String ID preservation', () => {
    expect(JSON.parse(errorMethodNotFound('unique-id', 'x'))).toHaveProperty('id', 'unique-id');
  });

  it('Binary ID preservation', () => {
    // <<"request-123">> of the seed: an Erlang binary is the text of a JSON string.
    expect(errorMethodNotFound('request-123', 'x')).toContain('"id":"request-123"');
  });

  it('Method included in data', () => {
    expect(JSON.parse(errorMethodNotFound(1, 'tools/remove'))).toHaveProperty('error.data', {
      method: 'tools/remove',
    });
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it.each(['1', '"unique-id"', '"request-123"'])('answers an unknown method under %s', (id) => {
      const reply = exchange(era, `{"jsonrpc":"2.0","id":${id},"method":"tools/remove"}`);
      expect(reply).toBe(
        servedText(id, {
          code: -32601,
          message: 'Method not found',
          data: { method: 'tools/remove' },
        }),
      );
    });

    it('does not answer an unknown method without an ID', () => {
      expect(exchange(era, '{"jsonrpc":"2.0","method":"tools/remove"}')).toBeUndefined();
    });
  });
});

describe('Invalid Params Tests', () => {
  const complex = 'session:7f/{"seq":[1,2]}#é';

  it('Integer ID preservation', () => {
    expect(JSON.parse(errorInvalidParams(999999, 'd'))).toHaveProperty('id', 999999);
  });

  it('String ID preservation', () => {
    expect(JSON.parse(errorInvalidParams('abc', 'd'))).toHaveProperty('id', 'abc');
  });

  it('Complex ID preservation', () => {
    expect(JSON.parse(errorInvalidParams(complex, 'd'))).toHaveProperty('id', complex);
  });

  it('Details included in data', () => {
    expect(JSON.parse(errorInvalidParams(1, 'Missing uri'))).toHaveProperty('error.data', {
      details: 'Missing uri',
    });
  });

  it.each(ERAS)('preserves a complex ID on a running %s server', (era) => {
    const id = JSON.stringify(complex);
    const [, error, handler] = FAILURES['Invalid params']!;
    expect(exchange(era, `{"jsonrpc":"2.0","method":"call","id":${id}}`, handler)).toBe(
      servedText(id, error),
    );
  });
});
