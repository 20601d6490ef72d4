import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether an Authorization header has the key. It takes as long for a wrong key as for the right one. */
export function isAuthorized(header: string | undefined, apiKey: string | undefined): boolean {
  if (apiKey === undefined) return true;
  const given = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(apiKey));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
