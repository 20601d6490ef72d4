import { routeros } from '@errata/catalogs/routeros';
import { REDACTED } from '@errata/core/internal';
import type { UpstreamAnswer } from '@errata/upstream';
import type { Row, CommandOptions } from './fleet.js';

/** One request to the REST service of a device. */
export interface RestRequest extends Pick<CommandOptions, 'timeout' | 'limit'> {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST';
  /** Menu or command, such as `/ip/address`. */
  readonly menu: string;
  /** Of the row, where it is about one. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Row;
  /** Whether it changes something: then it is made once, and a lost answer leaves its effect unknown. */
  readonly changes: boolean;
}

const MENU = /^(?:\/[a-z0-9][a-z0-9-]*)+$/i;
const ROW_ID = /^(?!\.{0,2}$)[^\p{Cc}]{1,256}$/u;

/** The path that is requested, without the query. */
function pathOf({ menu, id }: RestRequest): string {
  if (!MENU.test(menu)) throw new TypeError(`'${menu}' is no menu of RouterOS`);
  if (id === undefined) return `/rest${menu}`;
  // An empty id or a dot would name the menu itself.
  if (!ROW_ID.test(id)) {
    throw routeros.VALIDATION_ERROR({
      field: 'id',
      value: id,
      expected: 'Id of a row, such as *1',
    });
  }
  return `/rest${menu}/${encodeURIComponent(id)}`;
}

/** Path and query, as they stand in the request. */
export function targetOf(request: RestRequest): string {
  const query = Object.entries(request.query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' ? pathOf(request) : `${pathOf(request)}?${query}`;
}

/** How faults name the request: `PATCH /rest/ip/address/*2`. */
export function operationOf(request: RestRequest): string {
  return `${request.method} ${pathOf(request)}`;
}

/** Throws VALIDATION_ERROR for values that would reach the device as something else than what was meant. */
export function requireSendable({ query = {}, body = {} }: RestRequest): void {
  for (const [field, value] of [...Object.entries(query), ...Object.entries(body)]) {
    if (/\p{Surrogate}|\0/u.test(value)) {
      throw refused(field, 'Text without NUL and without halves of characters');
    }
    // What was read with a secret masked in it must not be written like that; in a comment it does no harm.
    if (field !== 'comment' && value.includes(REDACTED)) {
      throw refused(field, `The text itself: the mask ${REDACTED} is not sent to a device`);
    }
  }
}

function refused(field: string, expected: string) {
  return routeros.VALIDATION_ERROR(
    { field, expected },
    { details: `${field} cannot be sent. Expected: ${expected}`, effect: 'none' },
  );
}

/** Bytes of an answer that are read at most. */
export const MAX_BODY = 16 * 1024 * 1024;

/** Levels, the list and its records included. RouterOS itself has a list in a record at most. */
const MAX_DEPTH = 10;

/** What a body holds, or why it cannot be read. */
type Reading = { readonly rows: readonly Row[] } | { readonly problem: string };

/** The rows of a successful answer; an empty body has none. */
export function readRows(answer: UpstreamAnswer): Reading {
  if (answer.body.trim() === '') return { rows: [] };
  if (!isJson(answer)) return { problem: 'The answer of the device is not JSON' };
  const value = parse(answer.body);
  if (value === undefined) return { problem: 'The answer of the device is broken JSON' };
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!items.every(isRecord)) return { problem: 'The answer of the device is no list of records' };
  if (isDeeper(items, MAX_DEPTH)) return { problem: 'The answer of the device is nested too deep' };
  return { rows: items.map(toRow) };
}

/** What the device says went wrong: its detail, else its message. */
export function errorTextOf(answer: UpstreamAnswer): string | undefined {
  if (!isJson(answer)) return undefined;
  const value = parse(answer.body);
  if (!isRecord(value)) return undefined;
  return [value['detail'], value['message']].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
}

function isJson({ contentType }: UpstreamAnswer): boolean {
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
