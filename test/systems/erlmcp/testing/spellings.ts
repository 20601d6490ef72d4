const LONG = 100_000;

/** Ids that every revision allows, as they may be spelled. */
export const KEPT: Readonly<Record<string, string>> = {
  integer: '42',
  zero: '0',
  'negative zero': '-0',
  negative: '-7',
  '2^53 + 1': '9007199254740993',
  '-(2^53 + 1)': '-9007199254740993',
  'beyond every double': `1${'0'.repeat(400)}`,
  exponent: '1e3',
  'exponent in capitals': '1E+3',
  'integer with a point': '1.0',
  'exponent beyond every double': '1e400',
  string: '"req-1"',
  'empty string': '""',
  'string of digits': '"42"',
  'the word null': '"null"',
  unicode: '"größe-请求-🦊"',
  'unicode, escaped': '"gr\\u00f6\\u00dfe-\\u8bf7\\u6c42-\\ud83e\\udd8a"',
  'unicode, escaped in capitals': '"\\u8BF7"',
  'escapes that nobody needs': '"\\/\\u0041"',
  'half a surrogate pair, escaped': '"\\ud83e"',
  'quotes, braces and a key': '"\\"},\\"id\\":5"',
  'what JavaScript ends lines with': '"\u2028\u2029"',
  '100 kB of letters': `"${'x'.repeat(LONG)}"`,
  '100 kB of foxes': `"${'🦊'.repeat(LONG / 4)}"`,
  '100 kB of escapes': `"${'\\u00e9'.repeat(LONG / 6)}"`,
  '100 kB of digits': '9'.repeat(LONG),
};

/** What stands in the place of an id and is none in MCP. */
export const REFUSED = [
  ...['null', '1.5', '-0.1', '1e-1', '1.0000000000000000000001'],
  ...['{}', '{"id":1}', '[]', '[1]', 'true', 'false'],
] as const;

const PLAIN: readonly ((n: number) => string)[] = [
  (n) => `${n}`,
  (n) => `"${n}"`,
  (n) => `-${n}`,
  (n) => `${n}.0`,
  (n) => `${2n ** 53n + BigInt(n)}`,
  (n) => `"é-${n}"`,
  (n) => `"\\u8bf7-${n}"`,
];

/** An id of its own for every number, in many spellings. */
export function spell(n: number): string {
  return PLAIN[n % PLAIN.length]!(n);
}
