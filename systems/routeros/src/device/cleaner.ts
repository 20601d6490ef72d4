import type { Redactor } from '@errata/core/fault';
import type { Row } from './fleet.js';

/** Takes the secrets out of what a device says, before anybody folds or cuts it: half a secret is not recognised any more. */
export interface Cleaner {
  text(text: string): string;
  rows(rows: readonly Row[]): readonly Row[];
}

/** Rows that are looked at together. */
const TOGETHER = 100;

/** A cleaner that masks what the redactor knows; without one, nothing is masked. */
export function createCleaner(redactor?: Redactor): Cleaner {
  if (redactor === undefined) return { text: (text) => text, rows: (rows) => rows };
  const { redact } = redactor;
  // The rows and not the body: a device may write the same text with other escapes.
  const suspicious = (rows: readonly Row[]) => redactor.suspicious(JSON.stringify(rows));
  const cleanRow = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [redact(name), redact(value)]));
  return {
    text: redact,
    rows(rows) {
      if (!suspicious(rows)) return rows;
      const clean: Row[] = [];
      for (let from = 0; from < rows.length; from += TOGETHER) {
        const some = rows.slice(from, from + TOGETHER);
        clean.push(...(suspicious(some) ? some.map(cleanRow) : some));
      }
      return clean;
    },
  };
}
