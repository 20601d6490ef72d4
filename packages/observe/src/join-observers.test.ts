import type { CallSummary } from '@errata/core/internal';
import { expect, it } from 'vitest';
import { joinObservers } from './join-observers.js';
import { callText, observed, openShop, shop } from './testing/shop.js';

it('calls each observer with everything, in order, even if another one fails', async () => {
  const calls: string[] = [];
  const { record, fault } = observed(shop.NOT_PAID());
  const joined = joinObservers(
    (one) => calls.push(`first ${one.ref}`),
    () => {
      throw new Error('this observer is broken');
    },
    async () => {
      throw new Error('and so is this one, later');
    },
    (_, two) => calls.push(`last ${two.ref}`),
  );
  joined(record, fault);
  expect(calls).toEqual([`first ${record.ref}`, `last ${record.ref}`]);
  // An unhandled rejection of the async one would fail this run.
  await new Promise(setImmediate);
});

it('joins observers of calls as well', () => {
  const calls: string[] = [];
  const onCall = joinObservers(
    ({ method }: CallSummary) => calls.push(method),
    ({ method }: CallSummary) => calls.push(method.toUpperCase()),
  );
  void openShop({ onCall }).receive(callText('nothing'));
  expect(calls).toEqual(['tools/call', 'TOOLS/CALL']);
});

it('joins an empty list', () => {
  const { record, fault } = observed(shop.NOT_PAID());
  expect(() => joinObservers()(record, fault)).not.toThrow();
});
