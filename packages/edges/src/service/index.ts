import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { HttpEdgeOptions } from '../http/settings.js';
import { within } from '../process/guard-process.js';

/** The token of an Authorization header, readable or not; undefined if the header has another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}

/** Whether two secrets are the same, in a time that depends neither on their contents nor on their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The `WWW-Authenticate` of a refusal (RFC 6750 §3). */
export function bearerChallenge(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${quotable(value)}"`],
  );
  return `Bearer ${given.join(', ')}`;
}

/** RFC 6750 §3: printable ASCII without quotation mark and backslash. */
const quotable = (value: string): string =>
  value.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, ' ');

/** How clients reach a service over HTTP. */
export interface ServiceHttpOptions extends Pick<
  HttpEdgeOptions,
  'allowedHosts' | 'allowedOrigins'
> {
  /** Default: a free one. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** The URL that clients use, if it is not the one that the service listens on. */
  readonly url?: string;
  /** Serve without tokens. Loopback only. */
  readonly trustEverybody?: boolean;
}

/** Where a service listens, and which hosts and origins it accepts. */
export function listenOptions(options: ServiceHttpOptions) {
  const { port = 0, host = '127.0.0.1', url, allowedOrigins } = options;
  const { allowedHosts = url === undefined ? undefined : hostsOf(url) } = options;
  return {
    ...{ port, host, path: '/mcp' },
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
  };
}

/** The host names in requests to a service that clients know by a URL, such as that of a proxy. */
export function hostsOf(url: string): readonly string[] {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (!/^https?:$/.test(protocol)) {
    throw new TypeError('url has to be the http or https URL under which clients reach the server');
  }
  return ['localhost', '127.0.0.1', '[::1]', hostname];
}

/** Throws unless the operator chose to serve without tokens, on loopback. `needs` is what is missing otherwise. */
export function requireTrust(options: ServiceHttpOptions, needs: string): void {
  const { trustEverybody = false, host = '127.0.0.1' } = options;
  if (!trustEverybody) {
    throw new TypeError(`over HTTP the ${needs}, or has to be told to trust everybody`);
  }
  if (!isLoopback(host)) {
    throw new TypeError(`everybody is trusted on loopback only, not on ${host}`);
  }
}

/** `host:port`; an address of IPv6 gets its brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** `http://host:port/path`. */
export function httpUrl(host: string, port: number, path = ''): string {
  return `http://${hostAndPort(host, port)}${path}`;
}

/** Whether only this machine reaches what listens on a host. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/.test(host);
}

/** A public route with one document, also for pages of other origins. */
export function serveJson(document: object): RequestListener {
  const body = JSON.stringify(document);
  return (request, response) => {
    const known = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(known ? 200 : 405, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      ...(!known && { Allow: 'GET, HEAD' }),
    });
    response.end(known && request.method === 'GET' ? body : undefined);
  };
}

/** The default folder for the files of a system: the state folder of XDG. */
export function stateFolder(
  system: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const state = env['XDG_STATE_HOME'] ?? '';
  const home = env['HOME'] ?? '';
  const base = isAbsolute(state) ? state : join(home === '' ? homedir() : home, '.local', 'state');
  return join(base, 'errata', system);
}

/** The part of an option row about its value; `errata serve` reads the rest. */
interface SettingRow {
  readonly flag: string;
  readonly values?: readonly string[];
  readonly number?: { readonly above?: number; readonly unit?: string };
  /** Seconds: more than that is a mistake. */
  readonly longest?: number;
  readonly default?: string | number;
  readonly env?: string;
}

type Settings<O, T> = {
  readonly [K in keyof O & keyof T]-?: T[K] extends { readonly default: unknown }
    ? NonNullable<O[K]>
    : O[K] | undefined;
};

/** The options that a table has: as given, or from the environment, or by default. Throws for values that the table does not allow. */
export function readSettings<O extends object, T extends Readonly<Record<string, SettingRow>>>(
  table: T,
  options: O,
  env: Readonly<Record<string, string | undefined>>,
): Settings<O, T> {
  const given = options as Readonly<Record<string, unknown>>;
  const chosen = Object.entries(table).map(([name, row]) => {
    const value = given[name] ?? (row.env === undefined ? undefined : env[row.env] || undefined);
    if (value === undefined) return [name, defaultOf(row)];
    assertAllowed(name, value, row);
    return [name, value];
  });
  return Object.fromEntries(chosen) as Settings<O, T>;
}

/** Tables have seconds, for people; options have milliseconds. */
function defaultOf({ default: usual, number }: SettingRow) {
  return typeof usual === 'number' && number?.unit === 'seconds' ? usual * 1_000 : usual;
}

function assertAllowed(name: string, value: unknown, row: SettingRow): void {
  const { values, number, longest = Infinity } = row;
  const strange = values && [value].flat().find((each) => !values.includes(each as string));
  if (strange !== undefined) {
    throw new TypeError(`${name} is one of ${values!.join(', ')}, not ${String(strange)}`);
  }
  if (number?.unit !== 'seconds') return;
  const { above = 0 } = number;
  const most = longest * 1_000;
  if (typeof value === 'number' && value > above && value <= most) return;
  const until = most === Infinity ? '' : ` and up to ${most}`;
  throw new TypeError(
    `${name} has to be a number of milliseconds above ${above}${until}, not ${String(value)}`,
  );
}

/** The version that a package's manifest says. */
export function versionOf(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** Milliseconds for calls to write their last record. */
const LAST_RECORDS = 2_000;

/** The calls of a service, and its end: calls in progress get two seconds, then `close` runs. */
export function superviseCalls<A extends readonly unknown[], R>(
  work: (...args: A) => Promise<R>,
  close: () => Promise<void>,
) {
  const { run, idle } = countCalls(work);
  return { run, ending: () => within(LAST_RECORDS, idle()).then(close) };
}

/** Serve with opened resources. They are closed where serving fails. */
export async function serveOpened<T>(
  opened: { close(): Promise<void> },
  serve: () => Promise<T>,
): Promise<T> {
  try {
    return await serve();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Count the calls of a function that are in progress. `idle` settles as soon as there are none. */
export function countCalls<A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) {
  const inside = new Set<Promise<unknown>>();
  return {
    run(...args: A): Promise<R> {
      const result = work(...args);
      const settled: Promise<unknown> = result.then(
        () => inside.delete(settled),
        () => inside.delete(settled),
      );
      inside.add(settled);
      return result;
    },
    async idle(): Promise<void> {
      while (inside.size > 0) await Promise.all(inside);
    },
  };
}
