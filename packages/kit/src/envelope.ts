import { membersOf } from '@errata/core/contract';
import type { Era } from '@errata/core/era';
import type { Met } from '@errata/core/server';

/** The revision without handshake: every request says in its `_meta` what a handshake would have said. */
export const MODERN: Era = '2026-07-28';

/** The keys of the envelope, and of what answers it. */
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';
export const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';

/** The `_meta` of parameters, or nothing. */
export function metaOf(params: unknown): Record<string, unknown> {
  return membersOf(membersOf(params)['_meta']);
}

/** Whether a message belongs to a revision without handshake, or says so wrongly. */
export function hasClaim(params: unknown): boolean {
  return Object.hasOwn(metaOf(params), VERSION_KEY);
}

/** What is met where a member of the envelope is not there, or is no such thing. */
export function wrongMeta(key: string): Met {
  const details = `params._meta[${JSON.stringify(key)}] is missing or of the wrong type`;
  // In the message too, because the client has to learn the key from any contract.
  return { condition: 'invalid-params', given: { details, message: details } };
}

/** What is met where a version is asked for that is not spoken. */
export function unsupported(supported: readonly string[], requested: unknown): Met {
  // What was asked for may be no version at all; it is repeated only where it looks like one.
  const looks = typeof requested === 'string' && VERSION.test(requested);
  const details = `This version is not spoken here, only ${supported.join(', ')}`;
  return {
    condition: 'unsupported-version',
    context: { supported: [...supported], requested: looks ? requested : '' },
    ...(!looks && { given: { details } }),
  };
}

const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;
