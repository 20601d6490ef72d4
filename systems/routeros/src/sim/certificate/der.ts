/** One element of DER, the encoding of certificates: tag, length, content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 + length.length), length, body]);
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => element(0x30, ...content);

export const octets = (content: Uint8Array): Buffer => element(0x04, content);

export const bits = (content: Uint8Array, unused = 0): Buffer =>
  element(0x03, Buffer.of(unused), content);

export const utf8 = (content: string): Buffer => element(0x0c, Buffer.from(content, 'utf8'));

export const TRUE = element(0x01, Buffer.of(0xff));

/** A positive number, given by its bytes. */
export const positive = (bytes: Uint8Array): Buffer =>
  element(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]));

/** A point in time before 2050, which RFC 5280 wants with two digits of the year. */
export const time = (at: Date): Buffer =>
  element(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`, 'ascii'));

/** An object identifier such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, Buffer.from(bytes));
}
