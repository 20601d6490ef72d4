import { describe, expect, it } from 'vitest';
import { ERA_RULES, ERAS } from './eras.js';
import { judgeCode } from './judge-code.js';

describe('judgeCode', () => {
  it.each([-32700, -32600, -32601, -32602, -32603])(
    'allows the standard %d in every era',
    (code) => {
      for (const era of ERAS)
        expect(judgeCode(code, era)).toMatchObject({ allowed: true, level: 'standard' });
    },
  );

  it.each([-32002, -32042])('forbids %d on 2026-07-28, which retired it', (code) => {
    expect(judgeCode(code, '2026-07-28')).toMatchObject({ allowed: false, level: 'must-not' });
  });

  it.each([-32020, -32021, -32022])('knows that 2026-07-28 defines %d', (code) => {
    expect(judgeCode(code, '2026-07-28').level).toBe('defined');
    expect(judgeCode(code, '2025-11-25').level).toBe('free');
  });

  it('reads −32042 as defined on 2025-11-25 only', () => {
    expect(ERAS.filter((era) => judgeCode(-32042, era).level === 'defined')).toEqual([
      '2025-11-25',
    ]);
  });

  it.each([-32023, -32030, -32050, -32099])(
    'forbids %d on 2026-07-28: the band is the specification’s',
    (code) => {
      expect(judgeCode(code, '2026-07-28')).toMatchObject({ allowed: false, level: 'must-not' });
      expect(judgeCode(code, '2025-11-25').allowed).toBe(true);
    },
  );

  it.each([-32000, -32001, -32010, -32019])('calls %d legacy on 2026-07-28', (code) => {
    expect(judgeCode(code, '2026-07-28')).toMatchObject({ allowed: false, level: 'should-not' });
  });

  it.each([-32100, -32604, -32599, -32701, -32768])(
    'forbids %d everywhere: kept for future use',
    (code) => {
      for (const era of ERAS)
        expect(judgeCode(code, era)).toMatchObject({ allowed: false, level: 'must-not' });
    },
  );

  it.each([-1, 0, 404, 1001, -31010, -32769, -32800])('leaves %d to applications', (code) => {
    for (const era of ERAS)
      expect(judgeCode(code, era)).toMatchObject({ allowed: true, level: 'free' });
  });

  it.each([1.5, NaN, Infinity, 2 ** 53])('refuses %d: a code is an integer', (code) => {
    expect(judgeCode(code, 'jsonrpc').allowed).toBe(false);
  });
});

describe('the eras', () => {
  it('have batches in JSON-RPC and in 2025-03-26 only', () => {
    expect(ERAS.filter((era) => ERA_RULES[era].batch !== 'refused')).toEqual([
      'jsonrpc',
      '2025-03-26',
    ]);
  });

  it('write an unreadable id as null in JSON-RPC only', () => {
    expect(ERAS.filter((era) => ERA_RULES[era].unreadableId === 'null')).toEqual(['jsonrpc']);
  });

  it('move the numbers of domains on 2026-07-28 only', () => {
    expect(ERAS.filter((era) => ERA_RULES[era].offset !== 0)).toEqual(['2026-07-28']);
  });
});
