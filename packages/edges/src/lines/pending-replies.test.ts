import { describe, expect, it, vi } from 'vitest';
import { PendingReplies } from './line-work.js';

describe('pending replies', () => {
  it('are idle when the last one has come, also one that fails', async () => {
    const pending = new PendingReplies();
    await pending.idle();
    const answer = vi.fn();
    pending.add(Promise.resolve('a'), answer);
    pending.add(Promise.reject(new Error('against the rules')), answer);
    await pending.idle();
    expect(answer.mock.calls).toEqual([['a'], [undefined]]);
  });

  it('release waiters that would wait forever', async () => {
    const pending = new PendingReplies();
    pending.add(new Promise(() => {}), () => {});
    const idle = pending.idle();
    pending.release();
    await expect(idle).resolves.toBeUndefined();
  });
});
