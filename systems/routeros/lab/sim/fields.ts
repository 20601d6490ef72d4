import { isIP, isIPv4 } from 'node:net';
import { formatDuration, parseDuration, parsePrefix } from './values.js';
import { badRequest, invalidValue, noMatch } from './trap.js';

/** Reads the value of an argument and returns it as the device keeps it, or throws what RouterOS says. */
export type ReadArgument = (value: string, argument: string) => string;

export const text: ReadArgument = (value) => value;

export const flag: ReadArgument = (value, argument) => {
  if (value === 'true' || value === 'yes') return 'true';
  if (value === 'false' || value === 'no') return 'false';
  throw invalidValue(argument);
};

export const integer =
  (least: number, most: number): ReadArgument =>
  (value, argument) => {
    if (!/^-?\d{1,15}$/.test(value)) throw invalidValue(argument);
    const number = Number(value);
    if (number < least || number > most) {
      throw badRequest(`value of ${argument} out of range (${least}..${most})`);
    }
    return String(number);
  };

export const oneOf =
  (...values: readonly string[]): ReadArgument =>
  (value, argument) => {
    if (!values.includes(value)) throw noMatch(argument);
    return value;
  };

export const matching =
  (pattern: RegExp): ReadArgument =>
  (value, argument) => {
    if (!pattern.test(value)) throw invalidValue(argument);
    return value;
  };

/** An address with the length of its network: `10.0.0.1/24`. */
export const addressWithPrefix: ReadArgument = (value, argument) => {
  const prefix = parsePrefix(value);
  if (prefix === undefined) throw invalidValue(argument);
  return `${prefix.address}/${prefix.length}`;
};

/** A network, written with its first address: `10.0.0.0/24`. */
export const network: ReadArgument = (value, argument) => {
  const prefix = parsePrefix(value);
  if (prefix === undefined) throw invalidValue(argument);
  return `${prefix.network}/${prefix.length}`;
};

export const ipv4: ReadArgument = (value, argument) => {
  if (!isIPv4(value)) throw invalidValue(argument);
  return value;
};

export const hostName = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*\.?$/i;

export const addressOrName: ReadArgument = (value, argument) => {
  if (isIP(value) === 0 && (!hostName.test(value) || /^[\d.]+$/.test(value))) {
    throw invalidValue(argument);
  }
  return value;
};

/** What a rule may match: an address, a network or a range, perhaps negated. */
export const addressMatch: ReadArgument = (value, argument) => {
  const [first = '', last, ...rest] = value.replace(/^!/, '').split('-');
  const valid =
    last === undefined
      ? parsePrefix(first) !== undefined
      : isIPv4(first) && isIPv4(last) && rest.length === 0;
  if (!valid) throw invalidValue(argument);
  return value;
};

/** Values with commas between them; an empty text is an empty list. */
export const listOf =
  (item: ReadArgument): ReadArgument =>
  (value, argument) =>
    value === ''
      ? ''
      : value
          .split(',')
          .map((entry) => item(entry.trim(), argument))
          .join(',');

export const duration: ReadArgument = (value, argument) => {
  const seconds = parseDuration(value);
  if (seconds === undefined) throw invalidValue(argument);
  return formatDuration(seconds);
};
