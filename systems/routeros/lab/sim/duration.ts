const UNITS = [
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Seconds as RouterOS writes them: `1d2h3m4s`. */
export function formatDuration(seconds: number): string {
  let left = Math.floor(seconds);
  let text = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
}

const WORDS = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
const CLOCK = /^(?:(\d+)w)?(?:(\d+)d)?(\d{1,2}):(\d{2}):(\d{2})$/;

/** Seconds of `1d2h`, `26m5s`, `1d02:03:04` or `90`; undefined where it is no duration. */
export function parseDuration(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (text === '' || text.length > 40) return undefined;
  const parts = WORDS.exec(text) ?? CLOCK.exec(text);
  if (parts === null) return undefined;
  return UNITS.reduce((sum, [, size], at) => sum + Number(parts[at + 1] ?? 0) * size, 0);
}
