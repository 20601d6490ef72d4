import type { CallSummary } from '@errata/core/internal';
import { expect, it } from 'vitest';
import { joinObservers } from './join-observers.js';
import { callText, observed, openShop, shop } from './testing/shop.js';

it('calls each observer with everything, in order, even if another one fails', async () => {
  const heard: string[] = [];
  const { record, fault } = observed(shop.NOT_PAID());
  const joined = joinObservers(
    (one) => heard.push(`first ${one.ref}`),
    () => {
      throw new Error('this observer is broken');
    },
    async () => {
      throw new Error('and so is this one, later');
    },
    (_, two) => heard.push(`last ${two.ref}`),
  );
  joined(record, fault);
  expect(heard).toEqual([`first ${record.ref}`, `last ${record.ref}`]);
  // An unhandled rejection of the async one would fail this run.
  await new Promise(setImmediate);
});

it('joins observers of calls as well', () => {
  const heard: string[] = [];
  const onCall = joinObservers(
    ({ method }: CallSummary) => heard.push(method),
    ({ method }: CallSummary) => heard.push(method.toUpperCase()),
  );
  void openShop({ onCall }).receive(callText('nothing'));
  expect(heard).toEqual(['tools/call', 'TOOLS/CALL']);
});

it('joins an empty list', () => {
  const { record, fault } = observed(shop.NOT_PAID());
  expect(() => joinObservers()(record, fault)).not.toThrow();
});
