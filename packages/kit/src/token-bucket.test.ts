import { describe, expect, it } from 'vitest';
import { PeerBuckets } from './peer-buckets.js';
import { TokenBucket } from './token-bucket.js';

describe('a token bucket', () => {
  const setUp = (burst: number, perSecond: number) => {
    let time = 1000;
    const bucket = new TokenBucket({ burst, perSecond }, () => time);
    return { bucket, wait: (seconds: number) => (time += seconds * 1000) };
  };

  it('allows a burst, then returns the exact time to wait', () => {
    const { bucket, wait } = setUp(2, 4);
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0.25]);
    wait(0.1);
    expect(bucket.take()).toBe(0.15);
    wait(0.15);
    expect(bucket.take()).toBe(0);
  });

  it('never holds more than a burst', () => {
    const { bucket, wait } = setUp(2, 4);
    wait(3600);
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0.25]);
    expect(bucket.full).toBe(false);
    wait(1);
    expect(bucket.full).toBe(true);
  });

  it('without a refill reports that waiting does not help', () => {
    const { bucket } = setUp(0, 0);
    expect(bucket.take()).toBe(Infinity);
  });
});

it('buckets of peers are as many as are kept, and the oldest go', () => {
  const peers = new PeerBuckets({ burst: 1, perSecond: 0 });
  const first = peers.of('u0');
  expect(peers.of('u0')).toBe(first);
  first.take();
  for (let i = 1; i < 10_000; i++) peers.of(`u${i}`).take();
  expect(peers.of('u0')).toBe(first);
  peers.of('one more');
  expect(peers.of('u0')).not.toBe(first);
});
