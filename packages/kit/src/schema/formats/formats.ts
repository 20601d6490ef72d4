import { isIPv4 } from 'node:net';
import { isEmail, isPlainIPv6 } from './addresses.js';
import { isDate, isDateTime } from './dates.js';
import { isUri } from './uri.js';

/** A form of text, and what to call it. */
export interface Format {
  readonly wanted: string;
  readonly fits: (text: string) => boolean;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The formats that are checked. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['date-time', { wanted: 'a date and time such as 2030-12-31T23:59:59Z', fits: isDateTime }],
  ['date', { wanted: 'a date such as 2030-12-31', fits: isDate }],
  ['email', { wanted: 'an e-mail address', fits: isEmail }],
  ['uri', { wanted: 'a URI', fits: isUri }],
  ['uuid', { wanted: 'a UUID', fits: (text) => UUID.test(text) }],
  ['ipv4', { wanted: 'an IPv4 address', fits: isIPv4 }],
  ['ipv6', { wanted: 'an IPv6 address', fits: isPlainIPv6 }],
] satisfies [string, Format][]);
