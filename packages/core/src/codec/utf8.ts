// Kept at hand: making a decoder costs more than decoding a message. `decode` without `stream` keeps no state.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of bytes that are UTF-8 throughout; otherwise undefined. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decode(strict, bytes);
}

/** The text of any bytes, with U+FFFD for what is no UTF-8; undefined where it is longer than a string can be. */
export function decodeUtf8Loosely(bytes: Uint8Array): string | undefined {
  return decode(lenient, bytes);
}

/** RFC 8259 §8.1: a byte order mark must not be sent and may be ignored. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function decode(decoder: typeof strict, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined; // said by the result
  }
}
