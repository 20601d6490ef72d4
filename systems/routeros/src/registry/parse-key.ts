export const KEY_BYTES = 32;

/** 32 bytes from hex or base64; undefined if it is anything else. */
export function parseKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return new Uint8Array(Buffer.from(trimmed, 'hex'));
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return undefined;
  return new Uint8Array(Buffer.from(trimmed, 'base64'));
}
