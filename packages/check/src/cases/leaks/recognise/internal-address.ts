import { byPatterns, type Row } from './recogniser.js';

const BYTE = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const PORT = String.raw`:\d{1,5}(?!\d|\.\d)`;
/** Not inside of a longer number or name. */
const BEFORE = String.raw`(?<![\w.-])`;

const ADDRESSES: readonly Row[] = [
  [
    'an address of its own machine',
    new RegExp(String.raw`${BEFORE}(?:127\.${BYTE}\.${BYTE}\.${BYTE}|localhost)${PORT}`, 'i'),
  ],
  ['an address of its own machine', new RegExp(String.raw`(?<![\w:])(?:\[::1\]|::1)${PORT}`)],
  [
    'an address of a private network',
    new RegExp(
      String.raw`${BEFORE}(?:10\.${BYTE}|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.${BYTE}\.${BYTE}${PORT}`,
    ),
  ],
  [
    'a name of a private network',
    /(?<![\w.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.(?:cluster\.local|(?:internal|corp|lan):\d{1,5})(?![\w-]|\.\w)/i,
  ],
];

/** Addresses that mean something only inside: a host of a private network with its port. */
export const internalAddress = byPatterns(ADDRESSES);
