import { randomBytes, timingSafeEqual } from 'node:crypto';

/** What shows that somebody may read the PID file: 40 hexadecimal digits. */
export function createToken(): string {
  return randomBytes(20).toString('hex');
}

/** Whether it is the token, in a time that does not tell how much of it was right. */
export function isToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false;
  const bytes = Buffer.from(given);
  const expected = Buffer.from(token);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
