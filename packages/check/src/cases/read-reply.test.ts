import { describe, expect, it } from 'vitest';
import { entriesOf } from './read-reply.js';

const message = (value: unknown) => ({ text: JSON.stringify(value), value, at: 1 });

describe('entriesOf', () => {
  it('takes batches apart, and leaves out other messages', () => {
    const one = { id: 1, result: {} };
    const two = { id: 2, error: { code: 1, message: 'x' } };
    const note = { method: 'notifications/progress' };
    expect(entriesOf([message(one), message([two, note]), message(note), message([])])).toEqual([
      message(one),
      message(two),
    ]);
  });
});
