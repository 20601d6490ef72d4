import { abuseCase, requestWith, type Abuse } from './abuse.js';

const DECODE =
  'Decode input with replacement characters or refuse the line with -32700; a decoding error of the reader must not end it.';

/** Bytes that are no UTF-8. */
const NO_UTF8 = [
  { name: 'byte-ff', what: 'the byte 0xFF', bytes: [0xff] },
  { name: 'cut-character', what: 'a cut character of UTF-8', bytes: [0xe2, 0x82] },
  { name: 'overlong-character', what: 'an overlong character of UTF-8', bytes: [0xc0, 0xaf] },
] as const;

const BYTES: readonly Abuse[] = [
  {
    name: 'broken-json',
    what: 'a message that is cut off',
    fix: 'Answer -32700 and read on: an error of the parser concerns one line only.',
    texts: (probe) => [requestWith(probe, '"half').slice(0, -2), '}{'],
  },
  ...NO_UTF8.map(({ name, what, bytes }) => ({
    name,
    what,
    fix: DECODE,
    texts: (probe: Parameters<Abuse['texts']>[0]) => {
      const [before, after] = requestWith(probe, '"@@@"').split('@@@') as [string, string];
      return [Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)])];
    },
  })),
  {
    name: 'nul-bytes',
    what: 'NUL bytes',
    fix: 'Answer -32700 and read on: a NUL ends neither a line nor the input.',
    texts: (probe) => [requestWith(probe, '"\0"'), '\0'.repeat(64)],
  },
  {
    name: 'empty-lines',
    what: 'empty lines',
    fix: 'Skip lines without content, or refuse them; an empty line is not the end of the input.',
    transports: ['stdio', 'tcp'],
    texts: () => ['', '', ' ', '\r', ''],
  },
  {
    name: 'pieces',
    what: 'half a message whose rest comes later',
    fix: 'Collect what comes until there is a newline: a chunk is no message.',
    transports: ['stdio', 'tcp'],
    raw: true,
    texts(probe) {
      const text = `${requestWith(probe, '"in pieces"')}\n`;
      const half = Math.floor(text.length / 2);
      return [text.slice(0, half), text.slice(half)];
    },
  },
];

export const abusesByBytes = BYTES.map(abuseCase);
