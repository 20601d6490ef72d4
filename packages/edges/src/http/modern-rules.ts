import type { NotificationMessage, Params, RequestMessage } from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import type { Met } from '@errata/core/server';
import { decodeHeaderValue, trimOws } from './header-value.js';
import type { HttpHead } from './http-messages.js';
import { wrongParamHeader, type ParamHeader } from './param-headers.js';
import { MODERN } from './settings.js';

export const VERSION_HEADER = 'MCP-Protocol-Version';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** What the headers repeat of a body, so that proxies can route without reading it. */
const NAMED: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

export interface ModernRules {
  readonly served: readonly string[];
  readonly paramHeaders?: (tool: string) => readonly ParamHeader[] | undefined;
}

/** The version that a body claims in its envelope. `present` is enough to make it a claim. */
export function claimOf(params: Params | undefined): {
  readonly present: boolean;
  readonly version: unknown;
} {
  const meta = membersOf(membersOf(params)['_meta']);
  return Object.hasOwn(meta, VERSION_KEY)
    ? { present: true, version: meta[VERSION_KEY] }
    : NO_CLAIM;
}

const NO_CLAIM = { present: false, version: undefined } as const;

/** The first rule of MCP 2026-07-28 that a request breaks, before any handler sees it. */
export function brokenRule(
  { method, params }: RequestMessage,
  head: HttpHead,
  { served, paramHeaders }: ModernRules,
): Met | undefined {
  const { version } = claimOf(params);
  if (typeof version !== 'string') return missing(VERSION_KEY);
  const header = head.header('mcp-protocol-version');
  if (header !== undefined && trimOws(header) !== version) return mismatch(VERSION_HEADER);
  if (!served.includes(version)) return unsupported(ENVELOPED, version);
  const meta = membersOf(membersOf(params)['_meta']);
  if (!isObject(meta[CAPABILITIES_KEY])) return missing(CAPABILITIES_KEY);
  if (header === undefined) return mismatch(VERSION_HEADER);
  const told = head.header('mcp-method');
  if (told === undefined || trimOws(told) !== method) return mismatch('Mcp-Method');
  if (!nameFits(method, params, head)) return mismatch('Mcp-Name');
  const wrong = method === 'tools/call' ? wrongParam(params, head, paramHeaders) : undefined;
  return wrong === undefined ? undefined : mismatch(wrong);
}

/** The revision leaves the headers of notifications open: they may be absent, but they must not lie. */
export function brokenNotificationRule(
  { method, params }: NotificationMessage,
  head: HttpHead,
): Met | undefined {
  const { present, version } = claimOf(params);
  const header = head.header('mcp-protocol-version');
  if (present && header !== undefined && trimOws(header) !== version) {
    return mismatch(VERSION_HEADER);
  }
  const told = head.header('mcp-method');
  return told !== undefined && trimOws(told) !== method ? mismatch('Mcp-Method') : undefined;
}

/** The revisions that a request with an envelope can be in: the others begin with a handshake. */
export const ENVELOPED: readonly string[] = [MODERN];

export function unsupported(served: readonly string[], requested: unknown): Met {
  const supported = [...served];
  // What was asked for may be no version at all; it is repeated only where it looks like one.
  return typeof requested === 'string' && VERSION.test(requested)
    ? { condition: 'unsupported-version', context: { supported, requested } }
    : {
        condition: 'unsupported-version',
        context: { supported },
        given: { details: `This version is not spoken here, only ${served.join(', ')}` },
      };
}

const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;

export function mismatch(header: string): Met {
  return { condition: 'header-mismatch', context: { header } };
}

function missing(key: string): Met {
  const details = `params._meta[${JSON.stringify(key)}] is missing or of the wrong type`;
  return {
    condition: 'invalid-params',
    context: { errors: [{ field: `_meta.${key}`, message: 'is missing or of the wrong type' }] },
    // In the message too, because the client has to learn the key from any contract.
    given: { details, message: details },
  };
}

function nameFits(method: string, params: Params | undefined, head: HttpHead): boolean {
  const member = NAMED.get(method);
  if (member === undefined) return true;
  const name = membersOf(params)[member];
  // A body without it is malformed, and the handler says how.
  if (typeof name !== 'string') return true;
  const header = head.header('mcp-name');
  return header !== undefined && decodeHeaderValue(header) === name;
}

function wrongParam(
  params: Params | undefined,
  head: HttpHead,
  paramHeaders: ModernRules['paramHeaders'],
): string | undefined {
  const { name, arguments: args } = membersOf(params);
  const declared = typeof name === 'string' ? paramHeaders?.(name) : undefined;
  return declared === undefined ? undefined : wrongParamHeader(declared, args, head);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
