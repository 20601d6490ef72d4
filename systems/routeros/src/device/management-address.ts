import { isIPv6 } from 'node:net';

/** Where a device is managed. */
export interface ManagementAddress {
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 443;
const BRACKETED = /^\[(?<host>[0-9A-Fa-f:.]+)\](?::(?<port>\d+))?$/;
const PLAIN = /^(?<host>[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?\.?)(?::(?<port>\d+))?$/;

/** Read `host[:port]`, IPv6 in brackets; throws an Error that says what is wrong with it. */
export function parseAddress(text: string): ManagementAddress {
  if (isIPv6(text)) throw invalid(text, 'an IPv6 address has to stand in brackets');
  const bracketed = BRACKETED.exec(text)?.groups;
  const groups = bracketed ?? PLAIN.exec(text)?.groups;
  const host = groups?.['host'];
  if (host === undefined)
    throw invalid(text, 'expected host or host:port, such as 192.168.1.1:443');
  if (bracketed !== undefined && !isIPv6(host)) throw invalid(text, 'no IPv6 address in brackets');
  const port = Number(groups?.['port'] ?? DEFAULT_PORT);
  if (port < 1 || port > 65_535) throw invalid(text, 'a port is a number from 1 to 65535');
  return { host, port };
}

/** The address as `host:port`, the way it is stored and shown. */
export function describeAddress({ host, port }: ManagementAddress): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function invalid(text: string, why: string): Error {
  return new Error(`Invalid management address '${text.slice(0, 100)}': ${why}`);
}
