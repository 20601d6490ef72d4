import { createEngramContract, engram } from '@errata/catalogs/engram';
import type { Fault } from '@errata/core';
import { PROBLEMS } from '@errata/core/internal';
import { HTTP_PROBLEMS } from '@errata/edges/http';
import { describe, expect, it } from 'vitest';
import * as storage from '../logbook/storage-problems.js';

const zh = createEngramContract({ lang: 'zh' });
const view = { era: '2026-07-28' } as const;
const HAN = /\p{Script=Han}/u;

describe('what the layers below say in English', () => {
  const problems = [
    ...Object.entries(PROBLEMS).map(([problem, [, details]]) => [problem, details] as const),
    ...Object.entries(HTTP_PROBLEMS).map(([problem, [, details]]) => [problem, details] as const),
  ];
  // The reason itself says what is wrong.
  const said = problems.filter(([problem]) => problem !== 'invalid-json');

  it.each(said)('has Chinese words of its own: %s', (problem, details) => {
    const general = zh.message(engram.INVALID_REQUEST({}), view);
    const message = zh.message(engram.INVALID_REQUEST({ problem }, { details }), view);
    expect(message.startsWith(`${general}: `)).toBe(true);
    expect(message.slice(general.length)).toMatch(HAN);
  });

  it('has them for every defect of the storage, in the message and in the advice', () => {
    const advice = (fault: Fault) => zh.suggestion!(fault);
    const general = advice(engram.LOGBOOK_DB_CHECK_FAILED({}));
    for (const problem of Object.values<unknown>(storage) as readonly storage.StorageProblem[]) {
      if (problem.kind !== 'defect') continue;
      const { check, suggestion } = problem;
      const fault = engram.LOGBOOK_DB_CHECK_FAILED({ check }, { suggestion });
      expect(advice(fault), suggestion).toMatch(HAN);
      expect(advice(fault), suggestion).not.toBe(general);
      expect(zh.message(fault, view), check).not.toContain(check);
    }
  });

  it.each(['All streams are in use', 'All sessions are in use', 'The server is shutting down'])(
    'has them while a server is busy: %s',
    (details) => {
      expect(zh.message(engram.INTERNAL_ERROR({}, { details }), view)).toMatch(
        /^通用内部错误: \p{Script=Han}/u,
      );
    },
  );
});
