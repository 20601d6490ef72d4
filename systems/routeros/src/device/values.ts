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

const VERSION = /^(\d+)\.(\d+)(?:\.(\d+))?(?:(alpha|beta|rc)(\d+)?)?/;
const STAGES: Readonly<Record<string, number>> = { alpha: 0, beta: 1, rc: 2 };
const RELEASED = 3;

/** Negative, zero or positive, as `a` is older than, as old as or newer than `b`; what is no version is older than all. */
export function compareVersions(a: string, b: string): number {
  const left = partsOf(a);
  const right = partsOf(b);
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a version is the wanted one or a later one; `7.10rc1` comes before `7.10`. */
export function isAtLeast(version: string, wanted: string): boolean {
  return compareVersions(version, wanted) >= 0;
}

/** The characters of a version: it is part of sentences, and of the list of all devices. */
const READABLE = /^[0-9A-Za-z][0-9A-Za-z._+-]{0,49}$/;

/** The version without its channel: `7.16.2 (stable)` is `7.16.2`; undefined for what is none. */
export function readVersion(text: string): string | undefined {
  const [version = ''] = text.trim().split(/\s/, 1);
  return READABLE.test(version) ? version : undefined;
}

function partsOf(version: string): readonly number[] {
  const [found, major, minor, patch = 0, stage, build = 0] = VERSION.exec(version.trim()) ?? [];
  if (found === undefined) return [-1, 0, 0, 0, 0];
  return [
    Number(major),
    Number(minor),
    Number(patch),
    stage === undefined ? RELEASED : (STAGES[stage] ?? RELEASED),
    Number(build),
  ];
}
