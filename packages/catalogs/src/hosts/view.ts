import { HOST_NAMES } from './host-names.js';
import {
  type ClientName,
  HOST_PROFILES,
  type HostProfile,
  hostProfile,
  type RpcErrorView,
} from './profiles.js';

/** The members of a reply that hosts read. */
export interface HostResponse {
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly result?: {
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
    readonly [member: string]: unknown;
  };
}

/**
 * What the model of a host sees of a reply; an empty text if it sees nothing. The host is a profile or the id of one. The reply
 * may come from an untrusted server, so members of the wrong type are ignored.
 */
export function view(response: HostResponse, host: HostProfile | string): string {
  const profile = typeof host === 'string' ? profileOf(host) : host;
  const { error, result } = isObject(response) ? response : {};
  if (isObject(error)) return viewError(error, profile.rpcError);
  if (!isObject(result)) return '';
  const { content, structuredContent: structured } = profile.toolError;
  if (content === 'json') {
    const { structuredContent: _dropped, ...rest } = result;
    return toText(structured === 'included' ? result : rest);
  }
  const hasStructured = result.structuredContent !== undefined;
  if (hasStructured && structured === 'replaces-text') return toText(result.structuredContent);
  const blocks: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  const texts = (content === 'first-block' ? blocks.slice(0, 1) : blocks).flatMap(textOf);
  if (hasStructured && structured === 'included') texts.push(toText(result.structuredContent));
  return texts.join('\n');
}

function profileOf(id: string): HostProfile {
  const profile = hostProfile(id);
  if (profile !== undefined) return profile;
  const known = HOST_PROFILES.map((each) => each.id).join(', ');
  throw new TypeError(`No host profile ${JSON.stringify(id.slice(0, 64))}; there are ${known}`);
}

function viewError(error: NonNullable<HostResponse['error']>, shown: RpcErrorView): string {
  if (shown.reaches === 'exception') return '';
  const { code, message, data } = error;
  // Rust prints `code: message(data)` and leaves the parentheses out where there is no data.
  const template = data === undefined ? shown.template.replace('({data})', '') : shown.template;
  const values: Readonly<Record<string, string>> = {
    '{code}': typeof code === 'number' ? String(code) : '',
    '{message}': typeof message === 'string' ? message : '',
    '{data}': toText(data),
  };
  // One pass: a message that contains "{data}" is only a message.
  return template.replace(/\{(?:code|message|data)\}/g, (slot) => values[slot]!);
}

function textOf(block: unknown): string[] {
  if (!isObject(block)) return [];
  const { type, text } = block as { readonly type?: unknown; readonly text?: unknown };
  return type === 'text' && typeof text === 'string' ? [text] : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // cycles and BigInts cannot come from a transport; they are not shown
  }
}

/** No host has a name this long. A client that sends a megabyte must not have it copied and searched on every failed call. */
const MAX_NAME_LENGTH = 256;

/**
 * A bridge between stdio and HTTP that writes itself behind the name of the host. The replies of tools pass through it
 * unchanged, so the host counts (mcp-remote src/lib/utils.ts at d26e5a8, 2026-08-21).
 */
const VIA_BRIDGE = ' (via mcp-remote ';

const NAMES = HOST_PROFILES.flatMap((profile) =>
  profile.clientNames.map((known) => ({ ...known, name: fold(known.name), profile })),
);

const OTHER_NAMES = HOST_NAMES.map((known) => ({ ...known, name: fold(known.name) }));

/**
 * The host behind the `clientInfo.name` of a client; undefined for an unknown or ambiguous name. Case is ignored.
 * A name is an unverified claim: use it to choose a presentation, never to grant a right.
 */
export function hostOf(clientName: string | undefined): HostProfile | undefined {
  if (typeof clientName !== 'string' || clientName.length > MAX_NAME_LENGTH) return undefined;
  const name = fold(withoutBridge(clientName));
  return NAMES.find((known) => matches(name, known))?.profile;
}

/** Whether the `clientInfo.name` is that of a known host, with or without a profile. */
export function isKnownHost(clientName: string | undefined): boolean {
  if (hostOf(clientName) !== undefined) return true;
  if (typeof clientName !== 'string' || clientName.length > MAX_NAME_LENGTH) return false;
  const name = fold(withoutBridge(clientName));
  return OTHER_NAMES.some((known) => matches(name, known));
}

/**
 * Where a failed tool call goes for this client: a known host gets what its model can read, which is a result. Every other client gets
 * the fallback. Made for the `toolFailures` option up to 2025-11-25; on 2026-07-28 `clientInfo` changes nothing.
 */
export function byHost(clientName: string | undefined, fallback: 'rpc' | 'tool'): 'rpc' | 'tool' {
  return hostOf(clientName)?.toolFailures ?? (isKnownHost(clientName) ? 'tool' : fallback);
}

/** What a system's option `toolFailures` means to guard and kit. `contract` and `result` are the old names of `rpc` and `tool`. */
export function systemToolFailures(
  option: 'rpc' | 'tool' | 'by-host' | 'contract' | 'result' = 'by-host',
): 'tool' | 'by-host' | undefined {
  if (option === 'by-host') return option;
  // The contract of a system has JSON-RPC errors up to 2025-11-25, and results on 2026-07-28.
  return option === 'tool' || option === 'result' ? 'tool' : undefined;
}

function matches(name: string, known: Pick<ClientName, 'name'> & { match?: string }): boolean {
  return known.match === 'prefix' ? name.startsWith(known.name) : name === known.name;
}

function withoutBridge(name: string): string {
  const end = name.endsWith(')') ? name.lastIndexOf(VIA_BRIDGE) : -1;
  return end < 0 ? name : name.slice(0, end);
}

function fold(name: string): string {
  return name.toLowerCase();
}
