import { isIPv4, isIPv6 } from 'node:net';

/** A form of text, and what to call it. */
interface Format {
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

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;
const DAY_MINUTES = 24 * 60;

/** A full-date of RFC 3339. */
function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

/** A date-time of RFC 3339, leap seconds included. */
function isDateTime(text: string): boolean {
  return /^t$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1);
  // A leap second ends a day of UTC.
  const utc = (hour * 60 + minute - offset + DAY_MINUTES) % DAY_MINUTES;
  return second === 60 && utc === DAY_MINUTES - 1;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

// RFC 5321 §4.1.2: dots between atoms, or anything in quotes.
const MAILBOX =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@([^@]+)$/;
const DOMAIN = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const LITERAL = /^\[(ipv6:)?([^\]]+)\]$/i;

/** An address of mail: `a.b@example.com`. */
function isEmail(text: string): boolean {
  const domain = MAILBOX.exec(text)?.[1];
  if (domain === undefined) return false;
  const literal = LITERAL.exec(domain);
  if (literal === null) return DOMAIN.test(domain);
  const [, six, address = ''] = literal;
  return six === undefined ? isIPv4(address) : isPlainIPv6(address);
}

/** An IPv6 address without a zone. */
function isPlainIPv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

// RFC 3986 §2 and §3: what may occur at all, the parts, and the parts of an authority.
const CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*$/i;
const PARTS = /^[a-z][a-z\d+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/i;
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[([^\]]*)\]|[^:@[\]]*)(?::\d*)?$/;
const RESERVED = /[#[\]]/;

/** A URI with its scheme: `file:///a/b`. */
function isUri(text: string): boolean {
  if (!CHARACTERS.test(text)) return false;
  const parts = PARTS.exec(text);
  if (parts === null) return false;
  const [, authority, ...rest] = parts;
  return (
    (authority === undefined || isAuthority(authority)) &&
    !rest.some((part) => part !== undefined && RESERVED.test(part))
  );
}

function isAuthority(text: string): boolean {
  const match = AUTHORITY.exec(text);
  return match !== null && (match[1] === undefined || isPlainIPv6(match[1]));
}
