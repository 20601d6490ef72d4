import { describe, expect, it } from 'vitest';
import { countCalls } from './count-calls.js';

/** A function whose calls end when they are told. */
function waiting() {
  const ends: ((fails: boolean) => void)[] = [];
  const work = (name: string) =>
    new Promise<string>((resolve, reject) => {
      ends.push((fails) => (fails ? reject(new Error(name)) : resolve(name)));
    });
  return { ends, ...countCalls(work) };
}

describe('counting calls', () => {
  it('passes on what goes in, and what comes out', async () => {
    const { run, ends } = waiting();
    const [good, bad] = [run('a'), run('b')];
    ends[0]!(false);
    ends[1]!(true);
    expect(await good).toBe('a');
    await expect(bad).rejects.toThrow('b');
  });

  it('is idle at once where nobody is inside', async () => {
    await expect(waiting().idle()).resolves.toBeUndefined();
  });

  it('is idle after the last call, also of those that came meanwhile', async () => {
    const { run, ends, idle } = waiting();
    const calls = [run('a')];
    let over = false;
    const end = idle().then(() => (over = true));
    calls.push(run('b'));
    ends[0]!(false);
    await calls[0];
    await new Promise(setImmediate);
    expect(over).toBe(false);
    ends[1]!(false);
    await end;
    await Promise.all(calls);
  });

  it('does not mind failures', async () => {
    const { run, ends, idle } = waiting();
    const failing = expect(run('a')).rejects.toThrow('a');
    ends[0]!(true);
    await idle();
    await failing;
  });
});
