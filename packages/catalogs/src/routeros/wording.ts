/** How much of a text that came from outside is repeated in a sentence of ours. */
export const QUOTE_LENGTH = 100;

/** The first characters of a text. Counts whole characters, so that no surrogate pair is cut in two. */
export function cut(text: string, length: number = QUOTE_LENGTH): string {
  if (text.length <= length) return text;
  return Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('');
}

/** A duration as the contract writes it: `5.0 seconds`, also for a whole number. */
export function inSeconds(duration: number): string {
  return `${Number.isInteger(duration) ? duration.toFixed(1) : String(duration)} seconds`;
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

/** How long `now` is after `then`, in the largest unit that fits: `2 hours`. Undefined where it is not after. */
export function elapsed(then: string, now: string): string | undefined {
  const distance = Date.parse(now) - Date.parse(then);
  const unit = UNITS.find(([length]) => distance >= length);
  if (unit === undefined) return undefined;
  const count = Math.floor(distance / unit[0]);
  return `${count} ${unit[1]}${count === 1 ? '' : 's'}`;
}
