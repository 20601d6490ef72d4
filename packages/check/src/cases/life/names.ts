import { abuseCase, requestWith, type Abuse } from './abuse.js';

const NAMES: readonly Abuse[] = [
  {
    name: 'prototype-keys',
    what: 'names such as __proto__ and constructor',
    fix: 'Look methods and members up in a Map or with Object.hasOwn, never by a plain obj[name].',
    texts: (probe) => [
      requestWith(probe, '{"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}'),
      ...['__proto__', 'constructor', 'toString'].map((method) => probe.write(method)),
    ],
  },
  {
    name: 'duplicate-keys',
    what: 'a message whose members come twice',
    fix: 'Take the last of equal names, or refuse the message; a strict parser must not end the reader.',
    texts: (probe) => [
      probe
        .write('errata/twice', undefined, '"twice"')
        .replace('{', '{"id":"once","method":"errata/once","jsonrpc":"1.0",'),
    ],
  },
  {
    name: 'lone-surrogates',
    what: 'halves of surrogate pairs',
    fix: 'Write replies with \\u escapes or replacement characters where text is no Unicode; encoding must not fail.',
    texts: (probe) => [
      requestWith(probe, '"\\ud800"'),
      probe.write('errata/\ud800'),
      probe.write('errata/surrogate', undefined, '"\\udfff"'),
    ],
  },
];

export const abusesByNames = NAMES.map(abuseCase);
