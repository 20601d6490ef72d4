/** No reply could be had: the peer is gone, too slow, or did not agree to speak. */
export class WireError extends Error {
  override readonly name = 'WireError';
}
