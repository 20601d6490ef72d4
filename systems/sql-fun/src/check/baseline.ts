import { readFile, writeFile } from 'node:fs/promises';
import { CannotRun } from './check-io.js';
import type { Finding } from './finding.js';

/** A finding that is known. Without its line number, so that lines may move. */
interface Known {
  readonly file: string;
  readonly reason: string;
  readonly message: string;
  /** The line that it is in. */
  readonly text: string;
}

const knownOf = ({ file, reason, message, lineText: text = '' }: Finding): Known => ({
  ...{ file, reason, message, text },
});

const keyOf = ({ file, reason, message, text }: Known): string =>
  JSON.stringify([file, reason, message, text]);

/** Reads a baseline; undefined where there is no such file. */
export async function readBaseline(path: string): Promise<readonly Known[] | undefined> {
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return undefined;
    throw new CannotRun(`cannot read the baseline ${path}: ${code}`);
  });
  if (text === undefined) return undefined;
  try {
    const { version, findings } = JSON.parse(text) as { version: unknown; findings: Known[] };
    // An entry that is not one has no key like that of a finding.
    if (version === 1 && Array.isArray(findings)) return findings.filter((one) => one !== null);
  } catch {
    // The same sentence as for other JSON.
  }
  throw new CannotRun(`${path} is not a baseline of errata sql check`);
}

/** The baseline after a run: its findings, and the entries of files that were not checked. */
export async function updateBaseline(
  path: string,
  before: readonly Known[],
  findings: readonly Finding[],
  files: ReadonlySet<string>,
): Promise<readonly Known[]> {
  const others = before.filter(({ file }) => !files.has(file));
  const now = findings.filter(({ severity }) => severity !== 'note').map(knownOf);
  const entries = [...others, ...now].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const text = `${JSON.stringify({ version: 1, findings: entries }, null, 2)}\n`;
  await writeFile(path, text).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CannotRun(`cannot write the baseline ${path}: ${code}`);
  });
  return entries;
}

/** The findings that are not known, and how many entries of the checked files did not occur. Each entry counts once. */
export function withoutKnown(
  findings: readonly Finding[],
  baseline: readonly Known[],
  files: ReadonlySet<string>,
): { fresh: readonly Finding[]; stale: number } {
  const left = new Map<string, number>();
  const add = (key: string, count: number) => left.set(key, (left.get(key) ?? 0) + count);
  const entries = baseline.filter(({ file }) => files.has(file));
  for (const one of entries) add(keyOf(one), 1);
  const fresh = findings.filter((finding) => {
    const key = keyOf(knownOf(finding));
    const isKnown = (left.get(key) ?? 0) > 0;
    if (isKnown) add(key, -1);
    return !isKnown;
  });
  return { fresh, stale: entries.length - (findings.length - fresh.length) };
}
