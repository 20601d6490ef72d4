import { isUtf8 } from 'node:buffer';
import type { ResourceContents } from '../content.js';

/** Bytes as contents: a text where they are UTF-8, base64 where they are not. */
export function toContents(
  uri: string,
  bytes: Buffer,
  mimeType: string | undefined,
): ResourceContents {
  if (!isUtf8(bytes)) {
    return {
      uri,
      mimeType: mimeType ?? 'application/octet-stream',
      blob: bytes.toString('base64'),
    };
  }
  return { uri, mimeType: mimeType ?? 'text/plain', text: bytes.toString('utf8') };
}
