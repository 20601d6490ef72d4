/** `true` and `yes`, `false` and `no`; undefined for anything else. */
export function toBoolean(value: string | undefined): boolean | undefined {
  if (value === 'true' || value === 'yes') return true;
  if (value === 'false' || value === 'no') return false;
  return undefined;
}

/** A whole number that JavaScript can hold; undefined for anything else. */
export function toInteger(value: string | undefined): number | undefined {
  if (value === undefined || !/^-?\d+$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  w: 604_800,
  d: 86_400,
  h: 3_600,
  m: 60,
  s: 1,
  ms: 0.001,
  us: 0.000_001,
};
const UNITS = /^(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?(?:\d+us)?$/;
const CLOCK = /^(?<days>(?:\d+w)?(?:\d+d)?)(?<h>\d+):(?<m>[0-5]\d):(?<s>[0-5]\d)$/;

/** A duration of RouterOS in seconds: `1w2d03:04:05`, `1h2m3s`, `26m5s`, `12ms`; undefined for anything else. */
export function toSeconds(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const clock = CLOCK.exec(value)?.groups;
  if (clock !== undefined) {
    const { days = '', h, m, s } = clock;
    return sumOfUnits(days) + Number(h) * 3_600 + Number(m) * 60 + Number(s);
  }
  return UNITS.test(value) ? sumOfUnits(value) : undefined;
}

function sumOfUnits(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|us|[wdhms])/g)) {
    sum += Number(count) * (UNIT_SECONDS[unit ?? ''] ?? 0);
  }
  return sum;
}
