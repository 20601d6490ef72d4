import {
  claimedVersion,
  hasClaim,
  headerMismatch,
  type IdText,
  type Incoming,
  MODERN,
  type NotificationMessage,
  objectOrEmpty,
  type Params,
  type ProtocolFailure,
  type RequestMessage,
  unsupportedVersion,
  VERSION_HEADER,
  wrongEnvelope,
  ERA_RULES,
} from '@errata/core/internal';
import type { Era } from '@errata/core';
import type { HttpHead, ParamHeader, ParamHeaders } from './http-messages.js';
import type { RefusalContext } from './refusals.js';
import type { HttpSettings } from './settings.js';

/** The rules for a message: 2026-07-28, a handshake, a message after one, or none. */
export type Route =
  | { readonly kind: 'modern' }
  | { readonly kind: 'initialize'; readonly era: Era }
  | { readonly kind: 'legacy'; readonly era: Era | undefined }
  | { readonly kind: 'refused'; readonly failure: ProtocolFailure };

/** What revisions without the header are taken for (MCP, protocol version header). */
const ASSUMED: Era = '2025-03-26';

/** The era for refusals before the era is known. */
function presumedEra(head: HttpHead, { served, legacy }: HttpSettings): Era {
  const version = versionOf(head) as Era | undefined;
  return version !== undefined && served.includes(version) ? version : (legacy ?? served[0]!);
}

/** What a refusal is about, as far as the head tells. */
export function presume(head: HttpHead, settings: HttpSettings, id?: IdText): RefusalContext {
  return { era: presumedEra(head, settings), head, id };
}

/** Find out which revision a message of MCP is in: by its envelope and the header, then by the handshake. */
export function routeOf(incoming: Incoming, head: HttpHead, settings: HttpSettings): Route {
  const { served, modern, legacy } = settings;
  const version = versionOf(head);
  if (modern) {
    if (version === MODERN) return { kind: 'modern' };
    const params = 'params' in incoming ? incoming.params : undefined;
    const claimed = claimedVersion(params);
    // A malformed claim is a broken rule; a version of the future is one that is not spoken here.
    const strange = hasClaim(params) && !isLegacy(claimed, served);
    if (claimed === MODERN || (strange && typeof claimed !== 'string')) return { kind: 'modern' };
    if (strange) return { kind: 'refused', failure: unsupportedVersion([MODERN], claimed) };
  }
  const initialize = incoming.kind === 'request' && incoming.method === 'initialize';
  if (legacy === undefined) {
    return { kind: 'refused', failure: foreign(initialize, incoming, version, served) };
  }
  if (version !== undefined && !isLegacy(version, served)) {
    return { kind: 'refused', failure: unsupportedVersion(served, version) };
  }
  if (initialize) {
    const requested = requestedIn(incoming.params);
    return { kind: 'initialize', era: isLegacy(requested, served) ? requested : legacy };
  }
  return { kind: 'legacy', era: (version as Era | undefined) ?? assumed(served) };
}

/** The failure for a client with a handshake where only 2026-07-28 is served. */
function foreign(
  initialize: boolean,
  incoming: Incoming,
  version: string | undefined,
  served: readonly Era[],
): ProtocolFailure {
  if (initialize && 'params' in incoming)
    return unsupportedVersion(served, requestedIn(incoming.params));
  return version === undefined
    ? headerMismatch(VERSION_HEADER)
    : unsupportedVersion(served, version);
}

function requestedIn(params: Params | undefined): unknown {
  return objectOrEmpty(params)['protocolVersion'];
}

function assumed(served: readonly Era[]): Era | undefined {
  return served.includes(ASSUMED) ? ASSUMED : undefined;
}

/** Whether a value is a served revision with a handshake. */
export function isLegacy(version: unknown, served: readonly Era[]): version is Era {
  return served.includes(version as Era) && version !== MODERN && ERA_RULES[version as Era].mcp;
}

/** What the headers repeat of a body, so that proxies can route without reading it. */
const NAMED: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** The version that the header says. */
export function versionOf(head: HttpHead): string | undefined {
  const header = head.header('mcp-protocol-version');
  return header === undefined ? undefined : trimOws(header);
}

/** The first rule of MCP 2026-07-28 that a request breaks, before any handler sees it. */
export function brokenRule(
  { method, params }: RequestMessage,
  head: HttpHead,
  paramHeaders: ParamHeaders | undefined,
): ProtocolFailure | undefined {
  const version = versionOf(head);
  const wrong = wrongEnvelope(params, version);
  if (wrong !== undefined) return wrong;
  if (version === undefined) return headerMismatch(VERSION_HEADER);
  const header = head.header('mcp-method');
  if (header === undefined || trimOws(header) !== method) return headerMismatch('Mcp-Method');
  if (!nameFits(method, params, head)) return headerMismatch('Mcp-Name');
  const param = method === 'tools/call' ? wrongParam(params, head, paramHeaders) : undefined;
  return param === undefined ? undefined : headerMismatch(`Mcp-Param-${param.name}`);
}

/** The revision leaves the headers of notifications open: they may be absent, but they must not lie. */
export function brokenNotificationRule(
  { method, params }: NotificationMessage,
  head: HttpHead,
): ProtocolFailure | undefined {
  const claimed = claimedVersion(params);
  const version = versionOf(head);
  if (claimed !== undefined && version !== undefined && version !== claimed) {
    return headerMismatch(VERSION_HEADER);
  }
  const header = head.header('mcp-method');
  return header !== undefined && trimOws(header) !== method
    ? headerMismatch('Mcp-Method')
    : undefined;
}

function nameFits(method: string, params: Params | undefined, head: HttpHead): boolean {
  const member = NAMED.get(method);
  if (member === undefined) return true;
  const name = objectOrEmpty(params)[member];
  // A body without it is malformed, and the handler says how.
  if (typeof name !== 'string') return true;
  const header = head.header('mcp-name');
  return header !== undefined && decodeHeaderValue(header) === name;
}

/** The first argument whose header is missing or different (SEP-2243). */
function wrongParam(
  params: Params | undefined,
  head: HttpHead,
  paramHeaders: ParamHeaders | undefined,
): ParamHeader | undefined {
  const { name: tool, arguments: args } = objectOrEmpty(params);
  const declared = typeof tool === 'string' ? paramHeaders?.(tool) : undefined;
  return declared?.find(({ name, path }) => {
    const value = valueAt(args, path);
    // No value, no header; and what is no scalar is for the tool's own validation.
    if (!isScalar(value)) return false;
    const header = head.header(`mcp-param-${name.toLowerCase()}`);
    return header === undefined || !says(header, value);
  });
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

// `Number` alone would take 0x1a, 1e3 and the empty text.
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function says(header: string, value: Scalar): boolean {
  const text = decodeHeaderValue(header);
  if (text === undefined) return false;
  return typeof value === 'number' && DECIMAL.test(text)
    ? Number(text) === value
    : text === String(value);
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    const members = objectOrEmpty(value);
    if (!Object.hasOwn(members, key)) return undefined;
    value = members[key];
  }
  return value;
}

const PREFIX = '=?base64?';
const SUFFIX = '?=';

// RFC 4648 §4 with padding: a lenient decoder would let two spellings of one value pass a proxy as different ones.
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What a header of MCP 2026-07-28 says: as it is, or decoded where it is written `=?base64?…?=` because a header cannot hold it.
 * Undefined where the encoding is broken.
 */
export function decodeHeaderValue(given: string): string | undefined {
  const value = trimOws(given);
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX)) return value;
  const encoded = value.slice(PREFIX.length, -SUFFIX.length);
  if (!BASE64.test(encoded)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  } catch {
    return undefined; // not UTF-8: the caller refuses the header
  }
}

/** RFC 9110 §5.5: white space around a value is not part of it. Not `trim`, which takes more than space and tab away. */
export function trimOws(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return start === 0 && end === value.length ? value : value.slice(start, end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
