import { parseCidr, type Cidr } from './addresses.js';

/** The addresses from one to another, both of them included. */
export interface Span {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/** Read an address, a network or a range such as `192.0.2.1-192.0.2.9`. Undefined where it is none of them: a name. */
export function parseSpan(text: string): Span | undefined {
  const [from = '', to, ...rest] = text.split('-');
  if (to === undefined) return spanOf(parseCidr(from));
  if (rest.length > 0 || from.includes('/') || to.includes('/')) return undefined;
  const [first, last] = [parseCidr(from), parseCidr(to)];
  if (first === undefined || last === undefined || first.family !== last.family) return undefined;
  return { family: first.family, first: first.address, last: last.address };
}

/** Whether an address is one of them. */
export function holds({ family, first, last }: Span, { family: its, address }: Cidr): boolean {
  return family === its && first <= address && address <= last;
}

function spanOf(cidr: Cidr | undefined): Span | undefined {
  if (cidr === undefined) return undefined;
  const host = BigInt((cidr.family === 4 ? 32 : 128) - cidr.prefix);
  const first = (cidr.address >> host) << host;
  return { family: cidr.family, first, last: first + (1n << host) - 1n };
}
