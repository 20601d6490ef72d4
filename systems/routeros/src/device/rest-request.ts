import { routeros } from '@errata/catalogs/routeros';
import { REDACTED } from '@errata/core/internal';
import type { Row, RunOptions } from './fleet.js';

/** One request to the REST service of a device. */
export interface RestRequest extends Pick<RunOptions, 'timeout' | 'limit'> {
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
