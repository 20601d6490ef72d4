import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createValidator } from './create-validator.js';
import { document, value } from './testing/arbitrary-schema.js';

// Without all errors, it skips `contains` where a list is shorter than `prefixItems`.
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  ownProperties: true,
  allErrors: true,
});

describe('the small validator', () => {
  it('comes to the same verdict as Ajv', () => {
    const verdicts = { fits: 0, refused: 0 };
    fc.assert(
      fc.property(document, fc.array(value, { minLength: 8, maxLength: 8 }), (schema, values) => {
        const check = createValidator().compile(schema);
        const accepts = ajv.compile(schema);
        for (const each of values) {
          const issues = check(each);
          expect(issues.length === 0).toBe(accepts(each));
          expect(issues.length).toBeLessThanOrEqual(10);
          verdicts[issues.length === 0 ? 'fits' : 'refused']++;
        }
      }),
      { numRuns: 300 },
    );
    // Neither side may win by default.
    expect(Math.min(verdicts.fits, verdicts.refused)).toBeGreaterThan(300);
  });

  it('reports path and expectation of every issue', () => {
    fc.assert(
      fc.property(document, value, (schema, each) => {
        for (const { path, message } of createValidator().compile(schema)(each)) {
          expect(path).toMatch(/^(?:(?:^|\.)[\w$-]+|\[(?:\d+|".*?")\])*$/);
          expect(message).toMatch(/\S/);
          expect(message).not.toContain('undefined');
        }
      }),
      { numRuns: 500 },
    );
  });
});
