import type { Era } from '@errata/core/era';
import { membersOf } from '../../json/json.js';
import type { BaselineEntry } from '../../run/results.js';
import { printable } from '../text/printable.js';
import { findPlaces, lineAt } from './json-places.js';

/** The failures that are known. */
export interface Baseline {
  readonly known: readonly BaselineEntry[];
}

const ERAS: Readonly<Record<Era, true>> = {
  jsonrpc: true,
  '2024-11-05': true,
  '2025-03-26': true,
  '2025-06-18': true,
  '2025-11-25': true,
  '2026-07-28': true,
};

const MEMBERS = ['case', 'era', 'target', 'why'];

type Path = readonly (string | number)[];

/** Read a baseline file; throws an error that says what is wrong in which line. */
export function parseBaseline(text: string): Baseline {
  const { broken, lineOf } = findPlaces(text);
  if (broken !== undefined) {
    throw new Error(`Line ${lineAt(text, broken)} of the baseline: it is not JSON from there on`);
  }
  const refuse = (path: Path, why: string): never => {
    throw new Error(`Line ${lineOf(path)} of the baseline: ${why}`);
  };
  const root = membersOf(JSON.parse(text));
  if (root['version'] !== 1) {
    refuse(['version'], 'the baseline has to be an object with "version": 1');
  }
  for (const name of Object.keys(root)) {
    if (name !== 'version' && name !== 'known') refuse([name], unknown(name, ['version', 'known']));
  }
  const { known } = root;
  if (!Array.isArray(known)) return refuse(['known'], '"known" has to be an array of entries');
  known.forEach((entry: unknown, index) => checkEntry(entry, ['known', index], refuse));
  return { known: known as BaselineEntry[] };
}

function checkEntry(entry: unknown, path: Path, refuse: (path: Path, why: string) => never): void {
  const members = membersOf(entry);
  if (typeof members['case'] !== 'string' || members['case'] === '') {
    refuse([...path, 'case'], 'an entry has to be an object with the id of a "case"');
  }
  for (const [name, value] of Object.entries(members)) {
    if (!MEMBERS.includes(name)) refuse([...path, name], unknown(name, MEMBERS));
    if (typeof value !== 'string') refuse([...path, name], `"${name}" has to be a string`);
  }
  const { era } = members;
  if (typeof era === 'string' && !Object.hasOwn(ERAS, era)) {
    refuse([...path, 'era'], `no such era; there are ${Object.keys(ERAS).join(', ')}`);
  }
}

function unknown(name: string, members: readonly string[]): string {
  return `no such member "${printable(name)}"; there are ${members.join(', ')}`;
}
