const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Standard base64 without padding. Written out because `btoa` and `Buffer` are not everywhere. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    if (left > 1) text += ALPHABET.charAt((group >> 6) & 63);
    if (left > 2) text += ALPHABET.charAt(group & 63);
  }
  return text;
}

/** True when the text, which is base64, decodes to printable ASCII with a colon in it: `user:password`, as in Basic credentials. */
export function isEncodedPair(text: string): boolean {
  let bits = 0;
  let held = 0;
  let colon = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '=') break;
    bits = ((bits << 6) | ALPHABET.indexOf(char)) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    if (byte < 0x20 || byte > 0x7e) return false;
    colon ||= byte === 0x3a;
  }
  return colon;
}
