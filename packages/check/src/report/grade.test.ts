import { describe, expect, it } from 'vitest';
import type { Group } from '../case.js';
import type { Era } from '@errata/core';
import type { ContractFinding } from '../run/results.js';
import { exitCodeOf, gradeOf, verdictText } from './findings.js';
import { originsOf, originText } from './origin.js';
import { exchangeOf, reportOf, resultOf, targetOf } from './testing/build.js';

const found = (verdict: 'fail' | 'warn', count: number, group: Group = 'ids') =>
  Array.from({ length: count }, (_, at) => resultOf({ id: `${verdict}-${at}`, verdict, group }));

describe('the grade', () => {
  it.each([
    ['A', [...found('warn', 5)]],
    ['B', [...found('warn', 6)]],
    ['C', [...found('fail', 2), ...found('warn', 9)]],
    ['D', found('fail', 3)],
    ['D', found('fail', 5)],
    ['E', found('fail', 10)],
    ['F', found('fail', 11)],
    ['F', found('fail', 1, 'leaks')],
    ['F', found('fail', 1, 'abuse')],
    ['A', found('warn', 1, 'leaks')],
  ])('%s', (grade, results) => {
    expect(gradeOf(targetOf([resultOf(), ...results]))).toBe(grade);
  });

  it('counts what the contract does not allow, in the first line too', () => {
    const finding = { kind: 'missing field', code: -31010, exchange: exchangeOf(['a'], ['b']) };
    const breach = (why: string, era: Era) => ({ ...finding, why, era }) as ContractFinding;
    const findings = [
      breach('no a', '2025-11-25'),
      breach('no a', '2026-07-28'),
      breach('no b', '2025-11-25'),
      breach('no c', '2025-11-25'),
    ];
    const target = targetOf([resultOf()], { contract: { name: 'c', met: [], findings } });
    expect(verdictText(target)).toBe(
      'D  sample 1.2.0: no failures, no warnings, 3 contract findings',
    );
    expect(exitCodeOf(reportOf([target]))).toBe(1);
  });

  it('says that warnings fail, where they do', () => {
    const target = targetOf([resultOf({ verdict: 'warn' })]);
    expect(exitCodeOf(reportOf([target]), { strict: true })).toBe(1);
    expect(verdictText(target, { strict: true })).toBe(
      'A  sample 1.2.0: 0 failures, 1 warning; with --strict, warnings fail',
    );
  });

  it('says how many tools were called', () => {
    const target = targetOf([resultOf()], { notes: ['1 of 5 tools called', 'Not called: x'] });
    expect(verdictText(target)).toBe(
      'A  sample 1.2.0: no failures, no warnings; 1 of 5 tools called',
    );
  });

  it('is missing where nothing was judged', () => {
    expect(gradeOf(targetOf([resultOf({ verdict: 'not observed' })]))).toBeUndefined();
    expect(gradeOf(targetOf([resultOf()], { unreachable: 'it is gone' }))).toBeUndefined();
  });

  it('is missing where only a part of the cases ran', () => {
    const results = [resultOf(), resultOf({ id: 'x', verdict: 'not observed' })];
    const applies = [...results, resultOf({ id: 'y', verdict: 'not applicable' })];
    const asked = targetOf(applies, { partial: true });
    expect(gradeOf(asked)).toBeUndefined();
    expect(verdictText(asked)).toBe(
      'no grade  sample 1.2.0: no failures, no warnings in 2 cases, 1 not observed',
    );
    const stopped = targetOf(applies, { interrupted: true });
    expect(gradeOf(stopped)).toBeUndefined();
    expect(verdictText(stopped)).toBe(
      'no grade  sample 1.2.0: no failures, no warnings in 2 cases, 1 not observed, interrupted: not all cases ran',
    );
  });

  const unseen = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      resultOf({ id: `unseen-${at}`, verdict: 'not observed' }),
    );

  it('is neither A nor B where more than a third could not be observed', () => {
    const seen = [1, 2].map((at) => resultOf({ id: `pass-${at}` }));
    expect(gradeOf(targetOf([...seen, ...unseen(1)]))).toBe('A');
    const blind = targetOf([...seen, ...unseen(2)]);
    expect(gradeOf(blind)).toBeUndefined();
    expect(verdictText(blind)).toBe(
      'no grade  sample 1.2.0: no failures, no warnings, 2 of 4 cases not observed',
    );
    const failing = resultOf({ id: 'x', verdict: 'fail' });
    expect(gradeOf(targetOf([failing, ...seen, ...unseen(2)]))).toBe('C');
  });
});

describe('where a finding comes from', () => {
  const ZOD = '{"jsonrpc":"2.0","id":8,"error":{"code":-32603,"message":"[\\n  {\\n    \\"code\\"';
  const UNKNOWN_TOOL = '{"error":{"code":-32601,"message":"MCP error -32601: Unknown tool: x"}}';
  const PARSE = 'jsonrpc/5.1/parse-error-answered';

  it.each([
    [
      ZOD,
      PARSE,
      'TypeScript SDK v1: its bare servers do the same (measured with 1.32.2)',
      'guard(server)',
    ],
    [
      ZOD,
      'jsonrpc/5/id-echo-zero',
      'your code, or TypeScript SDK v1 below it (not measured)',
      undefined,
    ],
    [
      `${ZOD} ref=corr-bd0a600fbf3e93cc`,
      PARSE,
      'TypeScript SDK v1: its bare servers do the same (measured with 1.32.2)',
      undefined,
    ],
    [
      UNKNOWN_TOOL,
      PARSE,
      'FastMCP: its bare servers do the same (measured with 4.20.16)',
      'serve()',
    ],
    [
      UNKNOWN_TOOL,
      'mcp/2024-11-05/tools/unknown-tool-code',
      'FastMCP: its bare servers do the same (measured with 4.20.16)',
      undefined,
    ],
    ['{"result":{}}', PARSE, 'your code, or an SDK that its replies do not prove', undefined],
  ])('is proved by %j for %s', (text, id, from, cure) => {
    const target = targetOf([resultOf({ exchanges: [exchangeOf(['x'], [text])] })]);
    const { source: _, ...origin } = originsOf(target)(id);
    expect(origin).toEqual({ from, ...(cure && { cure }) });
  });

  const ids = (...all: string[]) =>
    targetOf(
      all.map((id) =>
        resultOf({ id, group: 'ids', verdict: 'fail', exchanges: [exchangeOf(['x'], [ZOD])] }),
      ),
    );
  const LEAK = 'errata/leaks/credentials';

  it.each([
    [
      [PARSE],
      '1 of 1 finding comes from TypeScript SDK v1, none from your code. `guard(server)` clears it.',
    ],
    [
      [PARSE, LEAK],
      '1 of 2 findings comes from TypeScript SDK v1, 1 from your code. `guard(server)` clears all 2.',
    ],
    [
      [LEAK, 'errata/leaks/stack-trace'],
      '0 of 2 findings come from TypeScript SDK v1, 2 from your code. `guard(server)` clears all 2, 1 of them only if a tool throws the text.',
    ],
    [
      [PARSE, LEAK, 'x'],
      '1 of 3 findings comes from TypeScript SDK v1, 1 from your code, 1 from one of them (not measured). `guard(server)` clears 2.',
    ],
    [['x'], undefined],
  ])('is counted for %j', (all, text) => expect(originText(ids(...all))).toBe(text));

  it('is not counted where no reply proves an SDK', () =>
    expect(originText(targetOf([resultOf({ verdict: 'fail' })]))).toBeUndefined());
});
