import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';

/** An address and how many of its leading bits name its network. A single host has all of them. */
export interface Cidr {
  readonly family: 4 | 6;
  readonly address: bigint;
  readonly prefix: number;
}

/** Read `192.0.2.1/24`, `2001:db8::1/64`, or an address alone. Undefined if it is neither. */
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

/** The addresses from one to another, both of them included. */
export interface AddressSpan {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/** Read an address, a network or a range such as `192.0.2.1-192.0.2.9`. Undefined if it is none of them: a name. */
export function parseSpan(text: string): AddressSpan | undefined {
  const [from = '', to, ...rest] = text.split('-');
  if (to === undefined) return spanOf(parseCidr(from));
  if (rest.length > 0 || from.includes('/') || to.includes('/')) return undefined;
  const [first, last] = [parseCidr(from), parseCidr(to)];
  if (first === undefined || last === undefined || first.family !== last.family) return undefined;
  return { family: first.family, first: first.address, last: last.address };
}

/** Whether an address is one of them. */
export function holds(
  { family, first, last }: AddressSpan,
  { family: its, address }: Cidr,
): boolean {
  return family === its && first <= address && address <= last;
}

function spanOf(cidr: Cidr | undefined): AddressSpan | undefined {
  if (cidr === undefined) return undefined;
  const host = BigInt((cidr.family === 4 ? 32 : 128) - cidr.prefix);
  const first = (cidr.address >> host) << host;
  return { family: cidr.family, first, last: first + (1n << host) - 1n };
}

/** Up to eight servers, first asked first. One that is named twice is a mistake: RouterOS would ask it twice. */
export function serverList<Server extends z.ZodType<string, string>>(server: Server) {
  return z
    .array(server)
    .min(1)
    .max(8)
    .refine((servers) => repeated(servers) === undefined, {
      error: ({ input }) => `'${repeated(input as readonly string[])}' is named twice`,
    })
    .meta({ uniqueItems: true });
}

/** The first that is there already, however it is capitalised. */
function repeated(servers: readonly string[]): string | undefined {
  const plain = servers.map((server) => server.toLowerCase());
  return servers.find((_, index) => plain.indexOf(plain[index] ?? '') < index);
}

const LENGTH = 100;

/** A foreign text that is safe in a sentence: one line, no control or direction characters, 100 characters. */
export function oneLine(text: string, length: number = LENGTH): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}
