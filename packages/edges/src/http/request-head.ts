/** Names that may be called by, or everything. */
export type Allowed = '*' | readonly string[];

export interface OriginOptions {
  readonly allowedHosts?: Allowed;
  readonly allowedOrigins?: Allowed;
}

export interface OriginCheck {
  hostAllowed(host: string | undefined): boolean;
  originAllowed(origin: string | undefined): boolean;
}

/**
 * A page that a browser loaded from anywhere can reach a server on this machine, under the page's own host name if its DNS says
 * so (DNS rebinding). So only loopback names are served by default, and only loopback pages may call.
 */
export function createOriginCheck(options: OriginOptions): OriginCheck {
  const hosts = lowerCase(options.allowedHosts);
  const origins = lowerCase(options.allowedOrigins);
  // Nearly all requests name the same host.
  let last: string | undefined;
  return {
    hostAllowed(host) {
      if (hosts === '*') return true;
      if (host === undefined) return false;
      if (host === last) return true;
      const name = hostnameOf(host);
      if (name === undefined) return false;
      const allowed =
        hosts === undefined ? isLoopback(name) : hosts.has(name) || hosts.has(host.toLowerCase());
      if (allowed) last = host;
      return allowed;
    },
    originAllowed(origin) {
      // Only browsers send it, and they always do when a page of another origin calls.
      if (origin === undefined || origins === '*') return true;
      return origins === undefined ? isLoopbackOrigin(origin) : origins.has(origin.toLowerCase());
    },
  };
}

function lowerCase(allowed: Allowed | undefined): '*' | ReadonlySet<string> | undefined {
  if (allowed === undefined || allowed === '*') return allowed;
  return new Set(allowed.map((name) => name.toLowerCase()));
}

// The port is digits or nothing: anything else after a name is an attempt to be read in two ways.
const HOST = /^(\[[0-9a-f:.]+\]|[^:/?#@\\\s,[\]]+)(?::\d{0,5})?$/i;

/** The name in a Host header, in lower case and without the port. */
function hostnameOf(host: string): string | undefined {
  return HOST.exec(host)?.[1]?.toLowerCase();
}

const LOOPBACK_V4 = /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/;

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || LOOPBACK_V4.test(name);
}

const WEB_ORIGIN = /^https?:\/\/(.+)$/i;

function isLoopbackOrigin(origin: string): boolean {
  const host = WEB_ORIGIN.exec(origin)?.[1];
  const name = host === undefined ? undefined : hostnameOf(host);
  return name !== undefined && isLoopback(name);
}

/** Which of the two forms of an answer a client can read. */
export interface Accepts {
  readonly json: boolean;
  readonly events: boolean;
}

const BOTH: Accepts = { json: true, events: true };
const NOT_SAID: readonly (string | undefined)[] = [
  undefined,
  '*/*',
  'application/json, text/event-stream',
];

/** Read an Accept header as RFC 9110 §12.5.1 has it, as far as these two types need. */
export function readAccept(header: string | undefined): Accepts {
  // Nearly every client says one of these.
  if (NOT_SAID.includes(header)) return BOTH;
  const ranges = header!.toLowerCase().split(',', MAX_RANGES).map(readRange);
  return {
    json: accepts(ranges, 'application/json', 'application/*'),
    events: accepts(ranges, 'text/event-stream', 'text/*'),
  };
}

const MAX_RANGES = 64;

interface Range {
  readonly type: string;
  readonly refused: boolean;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return { type, refused: parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)) };
}

/** The most specific range decides, wherever it is. */
function accepts(ranges: readonly Range[], type: string, group: string): boolean {
  for (const wanted of [type, group, '*/*']) {
    const found = ranges.find((range) => range.type === wanted);
    if (found !== undefined) return !found.refused;
  }
  return false;
}

/** Whether a body says that it is JSON. A form or a text would reach the server from any web page without being asked for. */
export function isJsonType(header: string | undefined): boolean {
  if (header === 'application/json') return true;
  if (header === undefined) return false;
  return header.split(';', 1)[0]!.trim().toLowerCase() === 'application/json';
}
