import { homedir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';

/** The default place of the journal: `$ERRATA_JOURNAL`, else the place that XDG has for state. */
export function defaultJournalPath(env: Readonly<Record<string, string | undefined>>): string {
  const told = env['ERRATA_JOURNAL'] ?? '';
  if (told !== '') return told;
  const state = env['XDG_STATE_HOME'] ?? '';
  // XDG Base Directory: a path that is not absolute is to be ignored.
  if (isAbsolute(state)) return join(state, 'errata', 'journal.jsonl');
  const home = env['HOME'] ?? '';
  return join(home === '' ? homedir() : home, '.local', 'state', 'errata', 'journal.jsonl');
}

/** The name of an older file: `journal.jsonl` becomes `journal.1.jsonl`. Number 0 is the current one. */
export function rotatedPath(path: string, number: number): string {
  if (number === 0) return path;
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.${number}${ext}`);
}
