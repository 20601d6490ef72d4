import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { routeros, routerosContract } from '@errata/catalogs/routeros';
import { toCatalogJson, createView, toRpcErrorJson } from '@errata/core';
import { encodeError } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import type { WireExchange } from './exchange.js';
import { judgeBy, parseContract } from './contract.js';

const SENT = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';
const ERA = '2025-11-25';

function exchangeOf(text: string): WireExchange {
  const message = { text, value: JSON.parse(text) as unknown, at: 0 };
  return {
    sent: [SENT],
    received: [message],
    responses: [message],
    reply: message,
    httpAnswers: [],
    state: 'open',
    at: 0,
    ms: 0,
  };
}

const limited = routeros.RATE_LIMITED({ limit: '3 per minute', current_count: 4 });
const good = encodeError(
  '1',
  toRpcErrorJson(limited, routerosContract, createView({ era: ERA })),
  'omit',
);
const judge = judgeBy('routeros', routerosContract);
const reportOn = (text: string) => judge.report([{ era: ERA, exchanges: [exchangeOf(text)] }]);

describe('a run held against a contract', () => {
  it('has met what was declared, and found nothing', () => {
    expect(reportOn(good)).toEqual({ name: 'routeros', met: ['RATE_LIMITED'], findings: [] });
  });

  it('passes successes and what the specification defines', () => {
    expect(reportOn('{"jsonrpc":"2.0","id":1,"result":{}}').findings).toEqual([]);
    const mismatch = exchangeOf('{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"no"}}');
    expect(judge.report([{ era: '2026-07-28', exchanges: [mismatch] }]).findings).toEqual([]);
  });

  const changed = (from: string, to: string): string => {
    expect(good).toContain(from);
    return good.replace(from, to);
  };

  it.each([
    ['undeclared code', () => changed('-32006', '-32077'), 'is not declared'],
    [
      'undeclared code',
      () => changed('"RATE_LIMITED"', '"BANANA"'),
      'BANANA (-32006) is not declared',
    ],
    [
      'missing field',
      () => changed('"current_count":4,', ''),
      'RATE_LIMITED (-32006) has no current_count',
    ],
    [
      'wrong retryability',
      () => changed('"retry_with_backoff"', '"report_and_abort"'),
      'recovery_strategy is "report_and_abort", and retry_with_backoff is declared',
    ],
  ])('finds a %s', (kind, text, why) => {
    expect(reportOn(text()).findings).toMatchObject([
      { kind, era: ERA, why: expect.stringContaining(why) as string },
    ]);
  });

  it('reports the same thing once', () => {
    const exchange = exchangeOf(changed('"current_count":4,', ''));
    const { findings } = judge.report([{ era: ERA, exchanges: [exchange, exchange] }]);
    expect(findings).toHaveLength(1);
  });
});

describe('a deviation', () => {
  const byErlmcp = judgeBy('erlmcp', erlmcpContract);

  it.each([
    ['null-id', ERA, true],
    ['null-id', '2026-07-28', false],
    ['tool-failures-as-errors', ERA, true],
    ['tool-failures-as-errors', '2026-07-28', false],
  ] as const)('%s in %s is declared by erlmcp: %s', (deviation, era, declared) => {
    expect(byErlmcp.declares({ deviation }, era, [])).toBe(declared);
  });

  it('is declared by a number only where the reply is one of the contract', () => {
    const own = { deviation: 'own-code' } as const;
    expect(judge.declares(own, ERA, [exchangeOf(good)])).toBe(true);
    const other = exchangeOf('{"jsonrpc":"2.0","id":1,"error":{"code":-32077,"message":"no"}}');
    expect(judge.declares(own, ERA, [other])).toBe(false);
    expect(judge.declares(own, ERA, [])).toBe(false);
  });

  it('is not declared by the definition of unexpected errors', () => {
    const fault = routeros.INTERNAL_ERROR({ error_type: 'Error' });
    const json = toRpcErrorJson(fault, routerosContract, createView({ era: ERA }));
    const masked = exchangeOf(encodeError('1', json, 'omit'));
    expect(judge.report([{ era: ERA, exchanges: [masked] }]).findings).toEqual([]);
    expect(judge.declares({ deviation: 'own-code' }, ERA, [masked])).toBe(false);
  });

  it('is none where the case knows none', () => {
    expect(judge.declares({}, ERA, [exchangeOf(good)])).toBe(false);
  });
});

describe('a contract in a file', () => {
  const shop = {
    domain: 'shop',
    failures: [
      { reason: 'SOLD_OUT', code: -31001, retryable: false, fields: ['article', 'left?'] },
      { reason: 'CLOSED', code: -31002, recovery: 'retry_with_backoff' },
    ],
  };

  it('is what errata catalog --json prints', () => {
    const contract = parseContract(JSON.stringify(toCatalogJson(routeros)));
    expect(contract.catalog.definitions.map(({ reason, code }) => [reason, code])).toEqual(
      routeros.definitions.map(({ reason, code }) => [reason, code]),
    );
  });

  it('judges codes and fields', () => {
    const byShop = judgeBy('shop.json', parseContract(JSON.stringify(shop)));
    const error = (code: number, data?: object) =>
      exchangeOf(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'x', data } }));
    const findings = (exchange: WireExchange) =>
      byShop.report([{ era: ERA, exchanges: [exchange] }]).findings.map(({ why }) => why);
    expect(findings(error(-31001, { article: 'pen' }))).toEqual([]);
    expect(findings(error(-31001, {}))).toEqual(['a failure (-31001) has no article']);
    expect(findings(error(-31009))).toEqual(['a failure (-31009) is not declared']);
  });

  it('may announce deviations', () => {
    const text = JSON.stringify({ ...shop, unreadable_id: 'null', tool_failures: 'rpc' });
    const contract = parseContract(text);
    expect(contract.unreadableId('2026-07-28')).toBe('null');
    expect(contract.toolFailures('2026-07-28')).toBe('rpc');
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', '"domain"'],
    ['{"domain":"shop"}', '"failures"'],
    ['{"domain":"shop","failures":[{"code":1}]}', 'failures[0]: "reason"'],
    ['{"domain":"shop","failures":[{"reason":"A"}]}', 'failures[0] (A): "code"'],
    [
      '{"domain":"shop","failures":[{"reason":"A","code":1,"recovery":"x"}]}',
      '"recovery" has to be one of',
    ],
    ['{"domain":"shop","failures":[{"reason":"A","code":1,"fields":"x"}]}', '"fields"'],
    ['{"domain":"shop","failures":[{"reason":"a b","code":1}]}', 'UPPER_SNAKE'],
    ['{"domain":"shop","failures":[{"reason":"A","code":1},{"reason":"A","code":2}]}', 'twice'],
    ['{"domain":"shop","unreadable_id":"x","failures":[{"reason":"A","code":1}]}', 'unreadable_id'],
    ['{"domain":"shop","failures":[{"reason":"A","code":-32200}]}', '-32200'],
  ])('%s is refused with a reason', (text, why) => {
    expect(() => parseContract(text)).toThrow(why);
  });
});
