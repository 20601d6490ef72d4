import type { Era } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { answers, is, served } from '../testing/broken-servers/hooks.js';
import { casesNamed, verdictsOf } from '../testing/check-sample.js';
import { CASES } from './cases.js';

const RESULT_IS_OBJECT = 'mcp/2024-11-05/basic/result-is-an-object';
const RESULT_HAS_CONTENT = 'mcp/2024-11-05/tools/result-has-content';
const FAILURE_HAS_TEXT = 'mcp/2024-11-05/tools/failure-has-text';

const judged = async (result: object, era: Era = '2025-11-25') => {
  const breaks = () => answers(is('tools/call'), served(result));
  const verdicts = await verdictsOf({ era, transport: 'stdio', breaks }, CASES);
  const short = (id: string) => verdicts[id]!.replace(/ \(and \d+ more\)$/, '');
  return [RESULT_HAS_CONTENT, FAILURE_HAS_TEXT].map(short);
};

const NOTHING_HEARD = 'not observed: no such failure was received';

describe('a result of tools/call', () => {
  it.each([
    [
      { structuredContent: { a: 1 } },
      'fail: a result of tools/call has no content: {"structuredContent":{"a":1}}',
    ],
    [
      { content: 'done' },
      'fail: a result of tools/call has the content "done": {"content":"done"}',
    ],
    [{ isError: true }, 'fail: a result of tools/call has no content: {"isError":true}'],
    [{ content: [] }, 'pass'],
  ])('has content: %j', async (result, expected) => {
    expect(await judged(result)).toEqual([expected, NOTHING_HEARD]);
  });

  it('that failed has a text in it, which is judged by itself', async () => {
    expect(await judged({ content: [], isError: true })).toEqual([
      'pass',
      'warn: isError, and no text at all',
    ]);
  });

  it('may ask for input first in 2026-07-28', async () => {
    const result = { resultType: 'input_required', inputRequests: {} };
    expect(await judged(result, '2026-07-28')).toEqual([
      'not observed: no such result was received',
      NOTHING_HEARD,
    ]);
  });
});

describe('a result', () => {
  it.each([
    ['[]', '2025-11-25', 'fail: a result is []'],
    ['null', '2025-03-26', 'fail: a result is null'],
    ['"pong"', '2024-11-05', 'fail: a result is "pong"'],
    ['7', '2026-07-28', 'fail: a result is 7'],
    ['{}', '2025-11-25', 'pass'],
    ['null,"error":{"code":-32600,"message":"No"}', '2025-11-25', 'pass'],
  ] as const)('%s in %s', async (result, era, expected) => {
    const server = {
      era,
      transport: 'stdio',
      breaks: () => ({
        outgoing: (text: string, request = '') =>
          request.includes('"id":"errata-check"')
            ? `{"jsonrpc":"2.0","id":"errata-check","result":${result}}`
            : text,
      }),
    } as const;
    expect((await verdictsOf(server, CASES))[RESULT_IS_OBJECT]).toBe(expected);
  });

  it('of plain JSON-RPC is no matter of this', async () => {
    const server = { era: 'jsonrpc', transport: 'stdio', breaks: () => ({}) } as const;
    expect(await verdictsOf(server, casesNamed(RESULT_IS_OBJECT))).toEqual({
      [RESULT_IS_OBJECT]: 'not applicable: no rule of jsonrpc',
    });
  });
});
