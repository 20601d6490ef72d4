import type { Era } from '@errata/core';
import { objectOrEmpty } from '../../json/json.js';
import type { BaselineEntry } from '../../run/results.js';
import { printable } from '../text.js';

type Path = readonly (string | number)[];

/** Where the values of a JSON text stand, so that complaints can name a line. */
interface JsonPlaces {
  /** Where it stops being JSON; undefined of good JSON. */
  readonly broken: number | undefined;
  /** The line, counted from 1, of a value, or of the nearest one above it where there is none. */
  lineOf(path: Path): number;
}

const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iuy;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** Engines do not always say where a text breaks off, and never where a value was. */
export function findPlaces(text: string): JsonPlaces {
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
    broken: whole ? undefined : at,
    lineOf: (path) => {
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
