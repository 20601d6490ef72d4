import { isIPv6 } from 'node:net';

/** Where a device is managed. */
export interface ManagementAddress {
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 443;
const IN_BRACKETS = 'an IPv6 address in brackets (e.g., [2001:db8::1]:443)';
const BRACKETED = /^\[(?<host>[0-9A-Fa-f:.]+)\](?::(?<port>\d+))?$/;
const PLAIN = /^(?<host>[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?\.?)(?::(?<port>\d+))?$/;

/** Read `host[:port]`, IPv6 in brackets; throws an Error that says what is wrong with it. */
export function parseAddress(text: string): ManagementAddress {
  const read = readAddress(text);
  if (!('expected' in read)) return read;
  throw new Error(`Invalid management address '${text.slice(0, 100)}': expected ${read.expected}`);
}

/** What is expected in place of a text that is no management address; undefined if it is one. */
export function expectedAddress(text: string): string | undefined {
  const read = readAddress(text);
  return 'expected' in read ? read.expected : undefined;
}

function readAddress(text: string): ManagementAddress | { readonly expected: string } {
  if (text.includes('/')) {
    return { expected: 'host or host:port, without https:// or a path (e.g., 192.168.1.1:443)' };
  }
  if (isIPv6(text)) return { expected: IN_BRACKETS };
  const bracketed = BRACKETED.exec(text)?.groups;
  const groups = bracketed ?? PLAIN.exec(text)?.groups;
  const host = groups?.['host'];
  if (host === undefined) return { expected: 'host or host:port (e.g., 192.168.1.1:443)' };
  if (bracketed !== undefined && !isIPv6(host)) return { expected: IN_BRACKETS };
  const port = Number(groups?.['port'] ?? DEFAULT_PORT);
  if (port < 1 || port > 65_535) return { expected: 'a port from 1 to 65535' };
  return { host, port };
}

/** The address as `host:port`, the way it is stored and shown. */
export function describeAddress({ host, port }: ManagementAddress): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
