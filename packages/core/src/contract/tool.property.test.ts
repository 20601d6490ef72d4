import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demo, demoContract, viewOf } from './testing/demo.js';
import { toToolFailure, toToolFailureJson, toToolFailureObject } from './tool.js';

const view = viewOf('2026-07-28');
const ref = 'corr-0123456789abcdef' as const;

describe('a failed tool result', () => {
  it('is the same on the fast and the slow path, for any fault', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ maxLength: 400, unit: 'binary' }),
      fc.constantFrom(
        'password=hunter2hunter2',
        'Bearer sk-live-0123456789abcdefghij',
        'a\u200bb',
        '…',
      ),
    );
    const words = fc.array(word, { maxLength: 3 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(words, words, words, words, (device_id, details, suggestion, step) => {
        const given = { ref, details, suggestion, nextSteps: [step] };
        const fault = demo.DEVICE_UNREACHABLE({ device_id, address: 'a' }, given);
        const long = JSON.stringify(toToolFailure(fault, demoContract, view));
        const json = toToolFailureJson(fault, demoContract, view);
        expect(JSON.parse(json!)).toEqual(JSON.parse(long));
        expect(toToolFailureObject(fault, demoContract, view)).toEqual(JSON.parse(long));
      }),
    );
  });
});
