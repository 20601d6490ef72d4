/** The part of Node's `process` that we use. A test passes an emitter whose `exit` only keeps the code. */
export interface ProcessLike extends NodeJS.EventEmitter {
  exit(code?: number): unknown;
}
