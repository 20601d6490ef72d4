import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
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

const UPDATE = '--update-baseline writes it.';

const knownOf = ({ file, reason, message, lineText = '' }: Finding): Known => ({
  ...{ file, reason, message },
  text: lineText,
});

const keyOf = ({ file, reason, message, text }: Known): string =>
  JSON.stringify([file, reason, message, text]);

export interface Split {
  readonly fresh: readonly Finding[];
  readonly known: number;
  readonly stale: number;
}

/** The findings that a file lists as known; each entry stands for one finding. */
export class Baseline {
  readonly #known: readonly Known[];

  private constructor(known: readonly Known[]) {
    this.#known = known;
  }

  get size(): number {
    return this.#known.length;
  }

  static async read(folder: string, file: string, updates: boolean): Promise<Baseline> {
    let text: string;
    try {
      text = await readFile(resolve(folder, file), 'utf8');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && updates) return new Baseline([]);
      const why = code === 'ENOENT' ? 'it does not exist' : code;
      throw new CannotRun(`cannot read the baseline ${file}: ${why}`, UPDATE);
    }
    return new Baseline(parse(text, file));
  }

  /** Findings that are not known, how many are, and how many entries of the checked files did not occur. */
  split(findings: readonly Finding[], files: readonly string[]): Split {
    const checked = new Set(files);
    const counts = new Map<string, number>();
    for (const one of this.#known.filter(({ file }) => checked.has(file)))
      counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
    const fresh = findings.filter((finding) => {
      const key = keyOf(knownOf(finding));
      const left = counts.get(key) ?? 0;
      if (left > 0) counts.set(key, left - 1);
      return left === 0;
    });
    const stale = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { fresh, known: findings.length - fresh.length, stale };
  }

  /** Writes the findings of the checked files; entries of other files stay. */
  async update(
    folder: string,
    file: string,
    findings: readonly Finding[],
    files: readonly string[],
  ): Promise<Baseline> {
    const others = this.#known.filter((one) => !files.includes(one.file));
    const now = findings.filter(({ severity }) => severity !== 'note').map(knownOf);
    const entries = [...others, ...now].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    try {
      await writeFile(
        resolve(folder, file),
        `${JSON.stringify({ version: 1, findings: entries }, null, 2)}\n`,
      );
    } catch (error) {
      throw new CannotRun(
        `cannot write the baseline ${file}: ${(error as NodeJS.ErrnoException).code ?? ''}`,
      );
    }
    return new Baseline(entries);
  }
}

function parse(text: string, file: string): readonly Known[] {
  try {
    const { version, findings } = JSON.parse(text) as { version?: unknown; findings?: unknown };
    if (version === 1 && Array.isArray(findings) && findings.every(isKnown)) return findings;
  } catch {
    // The same sentence as for other JSON.
  }
  throw new CannotRun(`${file} is not a baseline of errata sql check`, UPDATE);
}

function isKnown(value: unknown): value is Known {
  if (typeof value !== 'object' || value === null) return false;
  const { file, reason, message, text } = value as Record<string, unknown>;
  return [file, reason, message, text].every((member) => typeof member === 'string');
}
