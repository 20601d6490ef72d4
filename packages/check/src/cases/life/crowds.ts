import type { Probe } from '../../probe.js';
import { harmlessMethod, writeMessage } from '../../session/dress.js';
import { WITH_BATCHES } from '../eras.js';
import { abuseCase, type Abuse } from './abuse.js';
import { harmlessOf } from './judge-life.js';

const CROWDS: readonly Abuse[] = [
  {
    name: 'many-notifications',
    what: '200 notifications at once',
    fix: 'Read on while notifications are handled, and let no queue of them grow without end.',
    texts: ({ era, transport }) =>
      Array.from({ length: transport === 'http' ? 50 : 200 }, (_, number) =>
        writeMessage(era, 'notifications/errata', { number }, undefined),
      ),
  },
  {
    name: 'many-requests',
    what: '100 requests at once',
    fix: 'Bound the work in progress and let the rest wait, instead of failing under it.',
    texts: (probe) =>
      Array.from({ length: 100 }, (_, number) => harmless(probe, `"crowd-${number}"`)),
  },
  {
    name: 'large-batch',
    what: 'a batch of 1,000 requests',
    fix: 'Answer the batch, or refuse it with one error where it is too large.',
    once: false,
    eras: WITH_BATCHES,
    texts(probe) {
      // Short ones: a record keeps only so much of a text, and all of these ids have to be in it.
      const method = harmlessMethod(probe.era);
      const calls = Array.from({ length: 1000 }, (_, number) =>
        probe.write(method, undefined, String(5000 + number)),
      );
      return [`[${calls.join(',')}]`];
    },
  },
  {
    name: 'unknown-responses',
    what: 'responses that nobody asked for',
    fix: 'Ignore responses under ids that were never asked.',
    texts: () => [
      '{"jsonrpc":"2.0","id":"errata-nobody-asked","result":{}}',
      '{"jsonrpc":"2.0","id":987654321,"error":{"code":-32603,"message":"Nobody asked"}}',
    ],
  },
];

function harmless(probe: Probe, id: string): string {
  const { method, params } = harmlessOf(probe);
  return probe.write(method, params, id);
}

export const abusesByCrowds = CROWDS.map(abuseCase);
