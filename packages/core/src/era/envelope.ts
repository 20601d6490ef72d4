import type { Condition } from './condition.js';
import type { Era } from './eras.js';

/** The first revision without a handshake: each request has the facts of a handshake in its `_meta`. */
export const MODERN = '2026-07-28' satisfies Era;

/** The keys of that envelope, and of what a server adds to its results and notifications. */
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';
export const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
export const TASK_KEY = 'io.modelcontextprotocol/related-task';

/** The header that repeats the version over HTTP. */
export const VERSION_HEADER = 'MCP-Protocol-Version';

/** The levels of RFC 5424, from the least to the most severe. */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** How severe a log message is. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The mistake in an envelope, as a condition. */
export interface WrongEnvelope {
  readonly condition: Condition;
  readonly context: Record<string, unknown>;
  /** Words for this occurrence. */
  readonly given?: { readonly details: string; readonly message?: string };
}

/** The `_meta` of parameters, or nothing. */
export function metaOf(params: unknown): Record<string, unknown> {
  return objectOf(objectOf(params)['_meta']);
}

/** Whether a message has the envelope of 2026-07-28, valid or not: the key is enough. */
export function hasClaim(params: unknown): boolean {
  return Object.hasOwn(metaOf(params), VERSION_KEY);
}

/** The version that a message claims in its envelope. Undefined also if it has none. */
export function claimedVersion(params: unknown): unknown {
  const meta = metaOf(params);
  return Object.hasOwn(meta, VERSION_KEY) ? meta[VERSION_KEY] : undefined;
}

/**
 * The first thing that is wrong with the envelope of a request of 2026-07-28, if anything. `header` is the version that the transport
 * says beside it, where it says one.
 */
export function wrongEnvelope(params: unknown, header?: string): WrongEnvelope | undefined {
  const version = claimedVersion(params);
  // The version comes first: another one may have another envelope.
  if (typeof version === 'string') {
    if (header !== undefined && header !== version) return headerMismatch(VERSION_HEADER);
    if (version !== MODERN) return unsupportedVersion([MODERN], version);
  }
  return malformedEnvelope(params);
}

/** The first member of an envelope that is missing or of the wrong type, whatever its version. */
export function malformedEnvelope(params: unknown): WrongEnvelope | undefined {
  const meta = metaOf(params);
  for (const [key, expected, isRight] of MEMBERS) {
    const value = Object.hasOwn(meta, key) ? meta[key] : undefined;
    if (!isRight(value)) return wrongMember(key, expected, value);
  }
  return undefined;
}

const MEMBERS: readonly (readonly [
  key: string,
  type: string,
  isRight: (value: unknown) => boolean,
])[] = [
  [VERSION_KEY, 'string', (value) => typeof value === 'string'],
  [CAPABILITIES_KEY, 'object', isObject],
  [CLIENT_KEY, 'object', (value) => value === undefined || isObject(value)],
  [LOG_LEVEL_KEY, 'log level', (value) => value === undefined || isLogLevel(value)],
];

function wrongMember(key: string, expected: string, value: unknown): WrongEnvelope {
  const details = `params._meta[${JSON.stringify(key)}] is missing or of the wrong type`;
  const field = `_meta.${key}`;
  return {
    condition: 'invalid-params',
    context: {
      ...{ field, expected, received: nameOfType(value) },
      errors: [{ field, message: 'is missing or of the wrong type' }],
    },
    // In the message too, because the client has to learn the key from any contract.
    given: { details, message: details },
  };
}

/** A member of the params that is missing or of the wrong type. */
export function wrongParam(field: string, expected: string, value: unknown): WrongEnvelope {
  const received = nameOfType(value);
  const details =
    value === undefined
      ? `Missing required '${field}' parameter`
      : expected.startsWith('one of ')
        ? `params.${field} has to be ${expected}`
        : `params.${field} must be of type ${expected}, not ${received}`;
  return {
    condition: 'invalid-params',
    context: { field, expected, received },
    given: { details },
  };
}

/** A header is missing, or says something else than the body. */
export function headerMismatch(header: string): WrongEnvelope {
  return { condition: 'header-mismatch', context: { header } };
}

/** A client asks for a version that is not served. */
export function unsupportedVersion(served: readonly string[], requested: unknown): WrongEnvelope {
  // The value may not be a version; it is repeated only if it looks like one.
  const looks = typeof requested === 'string' && VERSION.test(requested);
  const details = `This version is not supported; supported: ${served.join(', ')}`;
  return {
    condition: 'unsupported-version',
    context: { supported: [...served], requested: looks ? requested : '' },
    ...(!looks && { given: { details } }),
  };
}

const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;

/** The type of a value in a word; the value itself is never repeated. */
export function nameOfType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function isLogLevel(value: unknown): value is (typeof LOG_LEVELS)[number] {
  return LOG_LEVELS.includes(value as never);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? (value as Record<string, unknown>) : {};
}
