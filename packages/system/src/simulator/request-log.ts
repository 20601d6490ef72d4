import type { SeenRequest } from './answer-requests.js';

const KEPT = 1000;

/** The latest requests that a simulator saw, oldest first. */
export class RequestLog {
  readonly requests: SeenRequest[] = [];

  readonly note = (seen: SeenRequest): void => {
    this.requests.push(seen);
    if (this.requests.length > KEPT) this.requests.shift();
  };
}
