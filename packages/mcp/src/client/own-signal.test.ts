import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { withOwnSignal } from './create-caller.js';

it('aborts with the signal it was made from, for the same reason', async () => {
  const controller = new AbortController();
  const reason = new Error('stop');
  const stopped = withOwnSignal(
    controller.signal,
    (own) =>
      new Promise((resolve) => own.addEventListener('abort', () => resolve(own.reason as unknown))),
  );
  controller.abort(reason);
  expect(await stopped).toBe(reason);
  expect(await withOwnSignal(controller.signal, (own) => own.aborted)).toBe(true);
});

it('leaves no listener behind, and ignores an abort after the work', async () => {
  const controller = new AbortController();
  const own = await withOwnSignal(controller.signal, (signal) => signal);
  await expect(
    withOwnSignal(controller.signal, () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow('failed');
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  controller.abort();
  expect(own.aborted).toBe(false);
});
