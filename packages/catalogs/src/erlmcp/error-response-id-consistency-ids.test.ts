import { createServer, type Handler } from '@errata/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeErrorResponse,
  erlmcp,
  erlmcpContract,
  errorInternal,
  errorInvalidParams,
  type ErlmcpId,
} from './index.js';

// Seed 003, "Test Coverage", groups 6 to 8: the ids.

const ERAS = ['2025-11-25', 'jsonrpc'] as const;
type TestEra = (typeof ERAS)[number];

/** The id in a reply, as text. */
function idOf(reply: string): string | undefined {
  return /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|[^",]+),"error":/.exec(reply)?.[1];
}

function serve(era: TestEra, methods: Record<string, Handler> = {}) {
  return createServer({ contract: erlmcpContract, era, methods });
}

/** The id text that a server answers an unknown method under. */
function echoed(era: TestEra, idText: string): string | undefined {
  const request = `{"jsonrpc":"2.0","id":${idText},"method":"nope"}`;
  return idOf(serve(era).receive(new TextEncoder().encode(request)) as string);
}

describe('ID Matching Tests', () => {
  it('Integer roundtrip', () => {
    expect(idOf(errorInternal(42))).toBe('42');
  });

  it('String roundtrip', () => {
    expect(idOf(errorInternal('request-xyz'))).toBe('"request-xyz"');
  });

  it('Large integer roundtrip', () => {
    expect(idOf(errorInternal(Number.MAX_SAFE_INTEGER))).toBe('9007199254740991');
    expect(idOf(errorInternal(123456789012345678901234567890n))).toBe(
      '123456789012345678901234567890',
    );
  });

  it('Special characters in ID', () => {
    const id = 'quote " backslash \\ newline \n tab \t slash / nul \0';
    expect(JSON.parse(errorInternal(id))).toHaveProperty('id', id);
  });

  it('Multiple requests maintain correct IDs', () => {
    const ids: ErlmcpId[] = [1, '1', 2, 'two', 3n, null];
    expect(ids.map((id) => idOf(errorInternal(id)))).toEqual([
      '1',
      '"1"',
      '2',
      '"two"',
      '3',
      'null',
    ]);
  });

  it('gives any integer back digit for digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), (id) => {
        expect(idOf(errorInternal(id))).toBe(id.toString());
      }),
    );
  });

  it('gives any text back as the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(JSON.parse(errorInternal(id))).toHaveProperty('id', id);
      }),
    );
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it.each([
      ['Integer roundtrip', '42'],
      ['String roundtrip', '"request-xyz"'],
      ['Large integer roundtrip', '9007199254740993'],
      ['Large integer roundtrip, 30 digits', '-123456789012345678901234567890'],
      ['Special characters in ID', '"\\" \\\\ \\n \\u0041 \\/"'],
      ['an ID that is spelled 1.0', '1.0'],
      ['an ID that is spelled 1e2', '1e2'],
    ])('%s', (_title, id) => {
      expect(echoed(era, id)).toBe(id);
    });

    it('Multiple requests maintain correct IDs', () => {
      const server = serve(era);
      const ids = ['1', '"1"', '-1', '"one"', '1000000'];
      const replies = ids.map((id) => server.receive(`{"jsonrpc":"2.0","id":${id},"method":"x"}`));
      expect(replies.map((reply) => idOf(reply as string))).toEqual(ids);
    });

    it('gives any id back byte for byte', () => {
      const ids = fc.oneof(
        fc.bigInt().map(String),
        fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
      );
      fc.assert(
        fc.property(ids, (id) => {
          expect(echoed(era, id)).toBe(id);
        }),
      );
    });
  });
});

describe('Encode Error Response Tests', () => {
  it('Integer ID preservation', () => {
    expect(idOf(encodeErrorResponse(7, -32603, 'm'))).toBe('7');
  });

  it('String ID preservation', () => {
    expect(idOf(encodeErrorResponse('seven', -32603, 'm'))).toBe('"seven"');
  });

  it('Null ID preservation', () => {
    expect(idOf(encodeErrorResponse(null, -32700, 'm'))).toBe('null');
  });

  it('All parameters together', () => {
    expect(encodeErrorResponse('id', -32001, 'Resource not found', { uri: 'a:b' })).toBe(
      '{"jsonrpc":"2.0","id":"id","error":{"code":-32001,"message":"Resource not found","data":{"uri":"a:b"}}}',
    );
  });

  it('keeps the ID when it replaces the code', () => {
    expect(idOf(encodeErrorResponse(7, -1, 'm', undefined, { onWarning: () => undefined }))).toBe(
      '7',
    );
  });
});

describe('Edge Case Tests', () => {
  const long = 'x'.repeat(100_000);

  it('Empty string ID', () => {
    expect(idOf(errorInternal(''))).toBe('""');
  });

  it('Unicode ID', () => {
    expect(idOf(errorInternal('请求-42-🦊'))).toBe('"请求-42-🦊"');
  });

  it('Very long ID', () => {
    expect(idOf(errorInternal(long))).toBe(`"${long}"`);
  });

  it('Zero ID', () => {
    expect(idOf(errorInternal(0))).toBe('0');
    expect(idOf(errorInternal(-0))).toBe('0');
  });

  it('Negative integer ID', () => {
    expect(idOf(errorInternal(-42))).toBe('-42');
  });

  it('With and without data', () => {
    expect(JSON.parse(encodeErrorResponse(1, -32603, 'm'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'm' },
    });
    expect(JSON.parse(encodeErrorResponse(1, -32603, 'm', { a: 1 }))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'm', data: { a: 1 } },
    });
  });

  it('Concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 100 }, async (_, id) => errorInvalidParams(id, `details of ${id}`)),
    );
    replies.forEach((reply, id) => {
      expect(JSON.parse(reply)).toMatchObject({
        id,
        error: { data: { details: `details of ${id}` } },
      });
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'has no ID for %s, which JSON cannot say',
    (id) => {
      expect(idOf(errorInternal(id))).toBe('null');
    },
  );

  it('escapes half a surrogate pair, which UTF-8 cannot say', () => {
    expect(idOf(errorInternal('\ud83e'))).toBe('"\\ud83e"');
  });

  describe.each(ERAS)('on a running %s server', (era) => {
    it.each([
      ['Empty string ID', '""'],
      ['Unicode ID', '"请求-42-🦊"'],
      ['Very long ID', `"${long}"`],
      ['Zero ID', '0'],
      ['Negative zero ID', '-0'],
      ['Negative integer ID', '-42'],
    ])('%s', (_title, id) => {
      expect(echoed(era, id)).toBe(id);
    });

    it('Concurrent requests, answered in the opposite order', async () => {
      const release: (() => void)[] = [];
      const slow: Handler = async (params) => {
        await new Promise<void>((resolve) => release.push(resolve));
        throw erlmcp.RESOURCE_NOT_FOUND({ uri: (params as { uri: string }).uri });
      };
      const server = serve(era, { read: slow });
      const ids = ['1', '"1"', '9007199254740993', '"é"', '-7'];
      const replies = ids.map((id, index) =>
        server.receive(
          `{"jsonrpc":"2.0","id":${id},"method":"read","params":{"uri":"u:${index}"}}`,
        ),
      );
      for (const finish of release.reverse()) finish();
      const texts = (await Promise.all(replies)) as string[];
      expect(texts.map(idOf)).toEqual(ids);
      texts.forEach((text, index) => expect(text).toContain(`"uri":"u:${index}"`));
      expect(server.inFlight).toBe(0);
    });

    it('answers a second request under an ID in use with an invalid request, and the first as well', async () => {
      let finish = () => {};
      const server = serve(era, {
        slow: () => new Promise<void>((_, reject) => (finish = () => reject(new Error('late')))),
      });
      const first = server.receive('{"jsonrpc":"2.0","id":1,"method":"slow"}');
      const second = server.receive('{"jsonrpc":"2.0","id":1,"method":"slow"}') as string;
      finish();
      expect(JSON.parse(second)).toMatchObject({ id: 1, error: { code: -32600 } });
      expect(JSON.parse((await first)!)).toMatchObject({ id: 1, error: { code: -32603 } });
    });
  });

  it('takes a fractional ID on jsonrpc and refuses it on 2025-11-25', () => {
    expect(echoed('jsonrpc', '1.5')).toBe('1.5');
    expect(echoed('2025-11-25', '1.5')).toBe('null');
  });

  it('takes a null ID on jsonrpc as an ID', () => {
    expect(echoed('jsonrpc', 'null')).toBe('null');
  });
});
