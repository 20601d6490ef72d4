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

/** What a version may be made of: it stands in sentences, and in the list of all devices. */
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
