import { describe, expect, it } from 'vitest';
import type { Hooks } from '../testing/breakage.js';
import {
  checkSample,
  findingsOf,
  casesIn,
  casesNamed,
  verdictsOf,
} from '../testing/check-sample.js';

const NULL_ID = 'mcp/2024-11-05/basic/null-id-not-served';

/** A method whose result is no object. */
const results = (value: string): Hooks => ({
  outgoing: (text) => text.replaceAll('"result":{"sum":3}', `"result":${value}`),
});

describe('a plain server whose results are not objects', () => {
  it.each(['3', 'null', '"three"', 'false', '[3]'])(
    'has nothing to be found: %s',
    async (value) => {
      for (const transport of ['stdio', 'http'] as const) {
        const where = { era: 'jsonrpc', transport } as const;
        const server = { ...where, id: 'plain', breaks: () => results(value) };
        expect(findingsOf(await checkSample(where, server))).toEqual([]);
      }
    },
  );

  it('is seen to isolate the failures of a batch', async () => {
    const server = { era: 'jsonrpc', transport: 'tcp', breaks: () => results('3') } as const;
    const verdicts = await verdictsOf(server, casesIn('batches'));
    expect(verdicts['jsonrpc/6/failure-isolated']).toBe('pass');
  });

  it('is seen to understand other forms of HTTP', async () => {
    const server = { era: 'jsonrpc', transport: 'http', breaks: () => results('3') } as const;
    const verdicts = await verdictsOf(server, casesIn('http'));
    expect(verdicts['errata/http/charset-understood']).toBe('pass');
    expect(verdicts['errata/http/chunks-understood']).toBe('pass');
    expect(verdicts['errata/http/text-plain-refused']).toBe('pass');
  });

  it('is warned if it executes a body of text/plain', async () => {
    const hooks: Hooks = {
      ...results('3'),
      http: (ask, next) =>
        next({ ...ask, headers: { ...ask.headers, 'content-type': 'application/json' } }),
    };
    const server = { era: 'jsonrpc', transport: 'http', breaks: () => hooks } as const;
    const verdicts = await verdictsOf(server, casesIn('http'));
    expect(verdicts['errata/http/text-plain-refused']).toBe(
      'warn: a request with "Content-Type: text/plain" got HTTP 200 with a result',
    );
  });
});

describe('a request under the id null', () => {
  const answered = (answer: string) => {
    const hooks: Hooks = {
      incoming(text, controls) {
        if (!text.includes('"id":null')) return text;
        controls.say(`{"jsonrpc":"2.0","id":null,${answer}}`);
        return undefined;
      },
    };
    const server = { era: '2025-11-25', transport: 'stdio', breaks: () => hooks } as const;
    return verdictsOf(server, casesNamed(NULL_ID));
  };

  it('is served whatever the result is', async () => {
    expect(await answered('"result":[]')).toEqual({
      [NULL_ID]: 'warn: a request under the id null got {"jsonrpc":"2.0","id":null,"result":[]}',
    });
  });

  it('is not served if an error is beside the result', async () => {
    expect(await answered('"result":null,"error":{"code":-32600,"message":"No such id"}')).toEqual({
      [NULL_ID]: 'pass',
    });
  });
});
