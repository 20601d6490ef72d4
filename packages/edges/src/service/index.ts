import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The token of an Authorization header, readable or not; undefined where the header has another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1];
}

/** Whether two secrets are the same, in a time that depends neither on their contents nor on their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** How requests may name the host of a service that clients know by a url, as they do behind a proxy; undefined without one. */
export function hostsOf(url: string | undefined): readonly string[] | undefined {
  return url === undefined ? undefined : ['localhost', '127.0.0.1', '[::1]', new URL(url).hostname];
}

/** `host:port`; an address of IPv6 gets its brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The url of what listens there. */
export function httpUrl(host: string, port: number, path = ''): string {
  return `http://${hostAndPort(host, port)}${path}`;
}

/** Whether only this machine reaches what listens on a host. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/.test(host);
}

/** A route that shows one document to everybody, pages of other origins included. */
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

/** Where a system keeps its files unless told: the place that XDG has for state. */
export function stateFolder(
  system: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const state = env['XDG_STATE_HOME'] ?? '';
  const home = env['HOME'] ?? '';
  const base = isAbsolute(state) ? state : join(home === '' ? homedir() : home, '.local', 'state');
  return join(base, 'errata', system);
}

/** The version that a package's manifest says. */
export function versionOf(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** A function that knows when nobody is inside. */
interface Counted<A extends readonly unknown[], R> {
  readonly run: (...args: A) => Promise<R>;
  /** Settles as soon as no call is in progress. */
  idle(): Promise<void>;
}

/** Count the calls of a function that are in progress. */
export function countCalls<A extends readonly unknown[], R>(
  work: (...args: A) => Promise<R>,
): Counted<A, R> {
  const inside = new Set<Promise<unknown>>();
  return {
    run(...args) {
      const result = work(...args);
      const settled: Promise<unknown> = result.then(
        () => inside.delete(settled),
        () => inside.delete(settled),
      );
      inside.add(settled);
      return result;
    },
    async idle() {
      while (inside.size > 0) await Promise.all(inside);
    },
  };
}
