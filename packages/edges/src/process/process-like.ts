/** What is used of Node's `process`. Whoever must not end takes an emitter whose `exit` only notes the code. */
export interface ProcessLike extends NodeJS.EventEmitter {
  exit(code?: number): unknown;
}
