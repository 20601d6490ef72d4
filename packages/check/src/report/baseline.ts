import type { Era } from '@errata/core';
import { objectOrEmpty } from '../json/json.js';
import type { BaselineEntry, CaseResult, Report } from '../run/results.js';
import { printable, jsonText } from './text.js';

type Path = readonly (string | number)[];

const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iuy;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Where the values of a JSON text stand, so that complaints can name a line. Engines do not always say where a text breaks off, and never where
 * a value was.
 */
export function findPlaces(text: string) {
  const places = new Map<string, number>();
  let at = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const takeMark = (mark: string): boolean => {
    take(SPACE);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };
  const list = (end: string, item: (index: number) => boolean): boolean => {
    if (takeMark(end)) return true;
    for (let index = 0; item(index); index += 1) {
      if (takeMark(end)) return true;
      if (!takeMark(',')) return false;
    }
    return false;
  };
  const member = (path: Path): boolean => {
    take(SPACE);
    const name = take(STRING);
    return name !== undefined && takeMark(':') && value([...path, JSON.parse(name) as string]);
  };
  const value = (path: Path): boolean => {
    take(SPACE);
    places.set(JSON.stringify(path), at);
    if (takeMark('{')) return list('}', () => member(path));
    if (takeMark('[')) return list(']', (index) => value([...path, index]));
    return take(STRING) !== undefined || take(PLAIN) !== undefined;
  };

  const whole = value([]) && take(SPACE) !== undefined && at === text.length;
  return {
    /** Where it stops being JSON; undefined of good JSON. */
    broken: whole ? undefined : at,
    /** The line, counted from 1, of a value, or of the nearest one above it where there is none. */
    lineOf: (path: Path) => {
      const near = path.findLastIndex((_, index) => places.has(keyOf(path, index + 1)));
      return lineAt(text, places.get(keyOf(path, near + 1)) ?? 0);
    },
  };
}

/** The line, counted from 1, of a place in a text. */
function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function keyOf(path: Path, length: number): string {
  return JSON.stringify(path.slice(0, length));
}

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

/** Read a baseline file; throws an error that says what is wrong in which line. */
export function parseBaseline(text: string): Baseline {
  const { broken, lineOf } = findPlaces(text);
  if (broken !== undefined) {
    throw new Error(`Line ${lineAt(text, broken)} of the baseline: it is not JSON from there on`);
  }
  const refuse = (path: Path, why: string): never => {
    throw new Error(`Line ${lineOf(path)} of the baseline: ${why}`);
  };
  const root = objectOrEmpty(JSON.parse(text));
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
  const members = objectOrEmpty(entry);
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

/** The same report with failures and warnings that the baseline lists as `known`, and with its entries that no longer fail. */
export function applyBaseline(report: Report, baseline: Baseline): Report {
  const { known } = baseline;
  return {
    ...report,
    targets: report.targets.map((target) => ({
      ...target,
      eras: target.eras.map(({ era, results }) => ({
        era,
        results: results.map((result) => judge(result, known, target.target)),
      })),
    })),
    stale: known.filter((entry) => isStale(entry, report)),
  };
}

/** The entry of a baseline that is about this. */
function entryFor(
  known: readonly BaselineEntry[],
  id: string,
  era: Era,
  target: string,
): BaselineEntry | undefined {
  return known.find(
    (entry) =>
      entry.case === id &&
      (entry.era === undefined || entry.era === era) &&
      (entry.target === undefined || entry.target === target),
  );
}

function judge(result: CaseResult, known: readonly BaselineEntry[], target: string): CaseResult {
  if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
  const entry = entryFor(known, result.id, result.era, target);
  if (entry === undefined) return result;
  const why = [result.why, entry.why].filter((text) => (text ?? '') !== '').join(' Known: ');
  return { ...result, verdict: 'known', ...(why !== '' && { why }) };
}

/** What was not run, or not observed, may fail still. */
function isStale(entry: BaselineEntry, { targets }: Report): boolean {
  const about = targets.filter(
    ({ target }) => entry.target === undefined || entry.target === target,
  );
  if (about.some(({ unreachable }) => unreachable !== undefined)) return false;
  const runs = about
    .flatMap(({ eras }) => eras)
    .filter(({ era }) => entry.era === undefined || entry.era === era);
  const mayFail = runs
    .flatMap(({ results }) => results)
    .some(({ id, verdict }) => id === entry.case && MAY_FAIL.has(verdict));
  return runs.length > 0 && !mayFail;
}

const MAY_FAIL: ReadonlySet<CaseResult['verdict']> = new Set([
  'fail',
  'warn',
  'known',
  'not observed',
]);

const LISTED: ReadonlySet<string> = new Set(['fail', 'warn', 'known']);

/** A baseline file of everything that fails or warns now. Reasons are taken over from the one before; those that are empty are for the user to say. */
export function toBaseline(report: Report, before: Baseline = { known: [] }): string {
  const known = report.targets.flatMap(({ target, eras }) =>
    eras.flatMap(({ era, results }) =>
      results
        .filter(({ verdict }) => LISTED.has(verdict))
        .map(({ id }): BaselineEntry => {
          const { why = '' } = entryFor(before.known, id, era, target) ?? {};
          return { case: id, era, target, why };
        }),
    ),
  );
  return `${jsonText({ version: 1, known: known.sort(byName) }, 2)}\n`;
}

function byName(a: BaselineEntry, b: BaselineEntry): number {
  const [one, other] = [a, b].map(({ case: id, era, target }) => JSON.stringify([id, era, target]));
  return one! < other! ? -1 : 1;
}
