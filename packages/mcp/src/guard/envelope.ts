import { membersOf } from '@errata/core/contract';
import type { Met } from '@errata/core/server';
import { wrongMember, type Shape } from './request-shapes.js';
import type { SdkRequest } from './sdk-shape.js';

const PREFIX = 'io.modelcontextprotocol/';

/** What MCP 2026-07-28 demands of the `_meta` of every request. */
const ENVELOPE: readonly (readonly [key: string, shape: Shape])[] = [
  [`${PREFIX}protocolVersion`, 'string'],
  [`${PREFIX}clientCapabilities`, 'object'],
  [`${PREFIX}clientInfo`, 'object?'],
  [`${PREFIX}logLevel`, 'level?'],
];

/** What is wrong with the envelope of a request, if anything: the first member that is not what it has to be. */
export function malformedEnvelope({ method, params }: SdkRequest): Met | undefined {
  const meta = membersOf(params?.['_meta']);
  for (const [key, shape] of ENVELOPE) {
    const wrong = wrongMember(method, `_meta.${key}`, shape, meta[key]);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** A version that is not spoken here. What was asked for may be no version at all; it is repeated only where it looks like one. */
export function unsupportedVersion(supported: readonly string[], requested: unknown): Met {
  return typeof requested === 'string' && VERSION.test(requested)
    ? { condition: 'unsupported-version', context: { supported, requested } }
    : {
        condition: 'unsupported-version',
        context: { supported },
        given: { details: `This version is not spoken here, only ${supported.join(', ')}` },
      };
}

const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;
