import type { Answer } from '@errata/upstream';
import type { Row } from './fleet.js';

/** Levels, the list and its records included. RouterOS itself has a list in a record at most. */
const MAX_DEPTH = 10;

/** What a body holds, or why it cannot be read. */
export type Reading = { readonly rows: readonly Row[] } | { readonly problem: string };

/** The rows of a successful answer; an empty body has none. */
export function readRows(answer: Answer): Reading {
  if (answer.body.trim() === '') return { rows: [] };
  if (!isJson(answer)) return { problem: 'The answer of the device is no JSON' };
  const value = parse(answer.body);
  if (value === undefined) return { problem: 'The answer of the device is broken JSON' };
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!items.every(isRecord)) return { problem: 'The answer of the device is no list of records' };
  if (isDeeper(items, MAX_DEPTH)) return { problem: 'The answer of the device is nested too deep' };
  return { rows: items.map(toRow) };
}

/** What the device says went wrong: its detail, else its message. */
export function errorTextOf(answer: Answer): string | undefined {
  if (!isJson(answer)) return undefined;
  const value = parse(answer.body);
  if (!isRecord(value)) return undefined;
  return [value['detail'], value['message']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
}

function isJson({ contentType }: Answer): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(contentType);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the exception quotes the text, so it is not passed on
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Looks no deeper than it has to: whatever goes on beyond cannot be walked through, nor written as text. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function toRow(record: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toText(value)]));
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
