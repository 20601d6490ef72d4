/** The server cannot be started or reached, and why, as one sentence. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
