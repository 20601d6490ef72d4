/** What is used of Node's `process`. A test passes an emitter whose `exit` only keeps the code. */
export interface ProcessLike extends NodeJS.EventEmitter {
  exit(code?: number): unknown;
}
