import type { Fault } from '@errata/core/fault';
import type { HttpHead } from '@errata/edges/http';
import { bearerToken } from '@errata/system/service';
import { scopeOf } from './scopes.js';

export interface ChallengeOptions {
  /** Where the metadata of this resource is. */
  readonly metadataUrl: string;
  /** What a client should ask for at least. */
  readonly scope?: string;
}

/** The `WWW-Authenticate` of a refusal. */
export type Challenge = (fault: Fault, head: Pick<HttpHead, 'header'>) => string | undefined;

/** The challenges of RFC 6750 §3, with the way to the metadata of RFC 9728 §5.1. */
export function createChallenge({ metadataUrl, scope }: ChallengeOptions): Challenge {
  return (fault, head) => {
    switch (fault.condition) {
      case 'unauthorized':
        return bearer({
          resource_metadata: metadataUrl,
          scope,
          // RFC 6750 §3.1: whoever sent no token is not told of an error.
          ...(bearerToken(head.header('authorization')) !== undefined && {
            error: 'invalid_token',
            error_description: fault.details,
          }),
        });
      case 'forbidden':
        return bearer({
          error: 'insufficient_scope',
          scope: scope ?? scopeOf('read_only'),
          resource_metadata: metadataUrl,
        });
      default:
        return undefined;
    }
  };
}

function bearer(parameters: Readonly<Record<string, string | undefined>>): string {
  const told = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${quotable(value)}"`],
  );
  return `Bearer ${told.join(', ')}`;
}

/** RFC 6750 §3: printable ASCII without quotation mark and backslash. */
const quotable = (value: string): string =>
  value.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, ' ');
