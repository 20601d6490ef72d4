import { describe, expect, it } from 'vitest';
import { standard } from '../catalog/index.js';
import { defineContract } from '../contract/index.js';
import { createServer } from './create-server.js';
import { resultJson } from './result-json.js';

describe('resultJson', () => {
  it.each([
    [{ a: 1 }, '{"a":1}'],
    [null, 'null'],
    ['x'.repeat(8), '"xxxxxxxx"'],
  ])('is the JSON of %j, as long as it may be', (result, json) => {
    expect(resultJson(result, 10)).toBe(json);
  });

  it.each([[10n], [undefined], [() => 1]])(
    'gives a failure for a result without JSON: %s',
    (result) => {
      expect(resultJson(result)).toMatchObject({
        condition: 'internal',
        given: { details: 'The result has no JSON form', effect: 'done' },
      });
    },
  );

  it('returns a failure with advice for a result over the limit', () => {
    expect(resultJson('x'.repeat(9), 10)).toMatchObject({
      condition: 'internal',
      given: {
        details: 'The result has 11 characters, and more than 10 are not sent',
        effect: 'done',
        strategy: 'fix_and_retry',
      },
    });
  });
});

describe('a server with maxResultChars', () => {
  const server = createServer({
    contract: defineContract({ catalog: standard }),
    era: 'jsonrpc',
    maxResultChars: 100,
    methods: { list: (params) => 'x'.repeat((params as { length: number }).length) },
  });
  const list = async (length: number) =>
    JSON.parse(
      (await server.receive(
        `{"jsonrpc":"2.0","id":1,"method":"list","params":{"length":${length}}}`,
      ))!,
    ) as { result?: string; error?: { code: number } };

  it('sends results within the limit and refuses others with -32603', async () => {
    expect((await list(98)).result).toHaveLength(98);
    expect(await list(99)).toMatchObject({ id: 1, error: { code: -32603 } });
  });
});
