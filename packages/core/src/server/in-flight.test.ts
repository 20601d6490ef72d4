import { expect, it } from 'vitest';
import type { IdText } from '../codec/index.js';
import { Call } from './call.js';
import { InFlight } from './in-flight.js';

it('knows a request from when it is added until it is removed', () => {
  const inFlight = new InFlight();
  const id = '1' as IdText;
  const call = new Call('ping', id, undefined);
  const seen = [inFlight.has(id)];
  inFlight.add(call);
  seen.push(inFlight.has(id));
  inFlight.remove(call);
  seen.push(inFlight.has(id));
  expect(seen).toEqual([false, true, false]);
});
