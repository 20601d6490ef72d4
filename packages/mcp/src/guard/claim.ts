import type { ProtocolLike, SdkRequest } from './sdk-shape.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** The first revision in which every request says its version. */
const FIRST = '2026-07-28';

/** The version that a request says it is in. */
export function claimedVersion({ params }: SdkRequest): unknown {
  const meta = params?.['_meta'];
  return typeof meta === 'object' && meta !== null
    ? (meta as Record<string, unknown>)[VERSION_KEY]
    : undefined;
}

/**
 * What v2 forgets to refuse: on a connection it looks at the version of the first request only. The words are put right on the way
 * out, like those of its own refusals.
 */
export function refusedVersion(request: SdkRequest, protocol: ProtocolLike): object | undefined {
  const served = protocol._negotiatedProtocolVersion;
  if (typeof served !== 'string' || served < FIRST) return undefined;
  const requested = claimedVersion(request);
  if (typeof requested !== 'string' || requested === served) return undefined;
  const data = { supported: [served], requested };
  return { code: -32022, message: 'Unsupported protocol version', data };
}
