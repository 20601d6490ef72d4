import { describe, expect, it } from 'vitest';
import { ERAS, judgeCode } from '../era/index.js';
import { projectNumber } from './define-catalog.js';

describe('the number of a failure in an era', () => {
  it('is the one that the definition gives for the era, before any rule', () => {
    const definition = { code: -32042, codes: { '2026-07-28': -32603 } } as const;
    expect(projectNumber(definition, 'url-elicitation-required', '2026-07-28')).toBe(-32603);
    expect(projectNumber(definition, 'url-elicitation-required', '2025-11-25')).toBe(-32042);
  });

  it('is the declared one up to 2025-11-25', () => {
    for (const era of ERAS.slice(0, -1))
      expect(projectNumber({ code: -32021 }, undefined, era)).toBe(-32021);
  });

  it.each([
    [-32000, -31000],
    [-32010, -31010],
    [-32021, -31021],
    [-32053, -31053],
    [-32099, -31099],
    [-32603, -32603],
    [-32700, -32700],
    [404, 404],
    [-31010, -31010],
  ])('turns %d into %d on 2026-07-28', (declared, emitted) => {
    expect(projectNumber({ code: declared }, undefined, '2026-07-28')).toBe(emitted);
  });

  it.each([
    ['unknown-tool', -32601, -32602],
    ['resource-not-found', -32001, -32602],
    ['prompt-not-found', -32003, -32602],
    ['capability-not-supported', -32004, -32601],
    ['unsupported-version', -32004, -32022],
  ] as const)('is the one the revision names for %s', (condition, declared, emitted) => {
    expect(projectNumber({ code: declared }, condition, '2026-07-28')).toBe(emitted);
    expect(projectNumber({ code: declared }, condition, '2025-11-25')).toBe(declared);
  });

  it('is legal on 2026-07-28 for every number of the implementation band', () => {
    for (let code = -32099; code <= -32000; code++) {
      expect(
        judgeCode(projectNumber({ code: code }, undefined, '2026-07-28'), '2026-07-28').allowed,
      ).toBe(true);
    }
  });
});
