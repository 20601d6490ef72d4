import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleArguments, spoilArguments } from './arguments.js';
import { inputSchema, oracle } from './testing/arbitrary-schema.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('arguments for any schema', () => {
  it('are spoiled in one member alone', () => {
    fc.assert(
      fc.property(inputSchema, (schema) => {
        const sample = sampleArguments(schema);
        for (const { args, path } of spoilArguments(schema)) {
          const name = path.split('.')[0]!;
          const { [name]: _spoiled, ...others } = args;
          const { [name]: _right, ...rest } = sample!;
          expect(others).toEqual(rest);
        }
      }),
    );
  });

  it.each([
    ['2020-12', {}],
    ['draft-07', { $schema: DRAFT_07 }],
  ])('are valid, and invalid where they are spoiled, as Ajv says of %s', (_, dialect) => {
    const seen = { schemas: 0, samples: 0, spoiled: new Map<string, number>() };
    fc.assert(
      fc.property(inputSchema, (made) => {
        const schema = { ...made, ...dialect };
        const accepts = oracle(schema);
        if (accepts === undefined) return;
        seen.schemas += 1;
        const sample = sampleArguments(schema);
        if (sample !== undefined) expect(accepts(sample), JSON.stringify(sample)).toBe(true);
        seen.samples += sample === undefined ? 0 : 1;
        for (const { kind, args, why } of spoilArguments(schema)) {
          expect(accepts(args), `${why}: ${JSON.stringify(args)}`).toBe(false);
          seen.spoiled.set(kind, (seen.spoiled.get(kind) ?? 0) + 1);
        }
      }),
    );
    // Who is never sure is never wrong.
    expect(seen.samples / seen.schemas).toBeGreaterThan(0.4);
    expect(seen.spoiled.size).toBeGreaterThan(11);
  });
});
