import { abuseCase, nested, requestWith, type Abuse } from './abuse.js';

const DEPTH =
  'Limit the depth of what is read, and catch the overflow of whatever walks through it: validation, logging, cloning.';

const SIZES: readonly Abuse[] = [
  {
    name: 'deep-nesting',
    what: '10,000 nested arrays',
    fix: DEPTH,
    texts: (probe) => [requestWith(probe, nested(10_000))],
  },
  {
    name: 'deeper-nesting',
    what: '100,000 nested arrays',
    fix: DEPTH,
    texts: (probe) => [requestWith(probe, nested(100_000))],
  },
  {
    name: 'long-message',
    what: 'a request of 2 MB',
    fix: 'Read long lines, or refuse them with an error and skip to the next newline; the reader must not give up.',
    texts: (probe) => [requestWith(probe, JSON.stringify('x'.repeat(2_000_000)))],
  },
  {
    name: 'long-method',
    what: 'a method of 100 kB',
    fix: 'Answer -32601 whatever the name is, with a short part of it.',
    texts: (probe) => [probe.write(`errata/${'m'.repeat(100_000)}`)],
  },
  {
    name: 'long-id',
    what: 'an id of 100 kB',
    fix: 'Echo the id or refuse the request; keep ids in a map, not in fixed buffers.',
    texts: (probe) => [
      probe.write('errata/long-id', undefined, JSON.stringify('i'.repeat(100_000))),
    ],
  },
  {
    name: 'huge-numbers',
    what: 'numbers that no machine can hold',
    fix: 'Refuse numbers out of range with an error, or read them as text; an overflow must not end the reader.',
    texts: (probe) => [requestWith(probe, '1e999'), requestWith(probe, '9'.repeat(400))],
  },
];

export const abusesBySize = SIZES.map(abuseCase);
