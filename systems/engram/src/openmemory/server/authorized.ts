import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '@errata/system/service';

/** Whether an Authorization header has the key. It takes as long for a wrong key as for the right one. */
export function isAuthorized(header: string | undefined, apiKey: string | undefined): boolean {
  return apiKey === undefined || timingSafeEqual(digest(bearerToken(header) ?? ''), digest(apiKey));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
