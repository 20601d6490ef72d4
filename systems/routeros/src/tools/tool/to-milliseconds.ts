import { toSeconds } from '../../device/values.js';

/** Read a round-trip time of RouterOS: `1ms234us`, `12ms`, or milliseconds alone. Undefined where it is none. */
export function toMilliseconds(text: string | undefined): number | undefined {
  if (text !== undefined && /^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const seconds = toSeconds(text);
  return seconds === undefined ? undefined : rounded(seconds * 1000);
}

/** To a thousandth: what RouterOS measures. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
