const UNITS = [
  [604_800, 'w'],
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const;

/** A duration in its two largest units: `1d 2h`. */
export function describeUptime(seconds: number): string {
  const largest = UNITS.findIndex(([length]) => seconds >= length);
  if (largest === -1) return '0s';
  let rest = seconds;
  const parts: string[] = [];
  for (const [length, letter] of UNITS.slice(largest, largest + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count}${letter}`);
  }
  return parts.join(' ');
}
