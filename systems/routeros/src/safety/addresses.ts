import { isIPv4, isIPv6 } from 'node:net';

/** An address and how many of its leading bits name its network. A single host has all of them. */
export interface Cidr {
  readonly family: 4 | 6;
  readonly address: bigint;
  readonly prefix: number;
}

/** Read `192.0.2.1/24`, `2001:db8::1/64`, or an address alone. Undefined where it is neither. */
export function parseCidr(text: string): Cidr | undefined {
  const [host = '', length, ...rest] = text.split('/');
  if (rest.length > 0) return undefined;
  const family = isIPv4(host) ? 4 : isIPv6(host) && !host.includes('%') ? 6 : undefined;
  if (family === undefined) return undefined;
  const prefix = length === undefined ? bitsOf(family) : parsePrefix(length, family);
  if (prefix === undefined) return undefined;
  return { family, address: family === 4 ? readIPv4(host) : readIPv6(host), prefix };
}

/** Whether a text is an IPv4 or IPv6 address, without prefix or zone. */
export function isAddress(text: string): boolean {
  return !text.includes('/') && parseCidr(text) !== undefined;
}

/** Whether every address of the second is one of the first. A text that is no address is in nothing. */
export function contains(cidr: Cidr, address: Cidr | string): boolean {
  const inner = typeof address === 'string' ? parseCidr(address) : address;
  return (
    inner !== undefined &&
    inner.family === cidr.family &&
    inner.prefix >= cidr.prefix &&
    leadingBits(inner, cidr.prefix) === leadingBits(cidr, cidr.prefix)
  );
}

/** Whether two networks have an address in common: then one of them contains the other. */
export function overlaps(a: Cidr, b: Cidr): boolean {
  return contains(a, b) || contains(b, a);
}

/** Whether it is everything: `0.0.0.0/0` or `::/0`. */
export function isDefaultRoute(cidr: Cidr): boolean {
  return cidr.prefix === 0;
}

/** The address alone, as a network of one. */
export function hostOf(cidr: Cidr): Cidr {
  return { ...cidr, prefix: bitsOf(cidr.family) };
}

function bitsOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

function parsePrefix(text: string, family: 4 | 6): number | undefined {
  if (!/^\d{1,3}$/.test(text)) return undefined;
  const prefix = Number(text);
  return prefix <= bitsOf(family) ? prefix : undefined;
}

function leadingBits({ family, address }: Cidr, count: number): bigint {
  return address >> BigInt(bitsOf(family) - count);
}

function readIPv4(text: string): bigint {
  return join(text.split('.').map(Number), 8n);
}

function readIPv6(text: string): bigint {
  const [before = '', after] = text.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const gap = new Array<number>(8 - head.length - tail.length).fill(0);
  return join([...head, ...gap, ...tail], 16n);
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [parseInt(group, 16)];
    const last = Number(readIPv4(group));
    return [last >>> 16, last & 0xffff];
  });
}

function join(parts: readonly number[], width: bigint): bigint {
  return parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n);
}
