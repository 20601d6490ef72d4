import { claimedVersion, MODERN } from '@errata/core/internal/era';
import type { ProtocolLike, SdkRequest } from './sdk-shape.js';

/**
 * What v2 forgets to refuse: on a connection it looks at the version of the first request only. The words are put right on the way
 * out, like those of its own refusals.
 */
export function refusedVersion({ params }: SdkRequest, protocol: ProtocolLike): object | undefined {
  const served = protocol._negotiatedProtocolVersion;
  if (typeof served !== 'string' || served < MODERN) return undefined;
  const requested = claimedVersion(params);
  if (typeof requested !== 'string' || requested === served) return undefined;
  const data = { supported: [served], requested };
  return { code: -32022, message: 'Unsupported protocol version', data };
}
