import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from './text.js';

describe('byteLength', () => {
  it('agrees with the encoder on every text, lone surrogates included', () => {
    const units = fc
      .array(fc.integer({ min: 0, max: 0xffff }))
      .map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(fc.oneof(units, fc.string({ unit: 'binary' })), (text) => {
        expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
