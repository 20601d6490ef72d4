import type { Work } from './work.js';

/** Work that somebody waits for. It is settled once; what comes later is dropped. */
export class Job {
  readonly work: Work;
  /** Who waits for it. */
  readonly client: object | undefined;
  readonly promise: Promise<unknown>;
  /** Called when nobody waits any more. */
  onCancelled: (() => void) | undefined = undefined;
  private readonly signal: AbortSignal | undefined;
  private resolvePromise!: (result: unknown) => void;
  private rejectPromise!: (thrown: unknown) => void;

  constructor(work: Work, signal: AbortSignal | undefined, client?: object) {
    this.work = work;
    this.client = client;
    this.signal = signal;
    this.promise = new Promise((resolve, reject) => {
      this.resolvePromise = resolve;
      this.rejectPromise = reject;
    });
    signal?.addEventListener('abort', this.abort);
  }

  resolve(result: unknown): void {
    this.release();
    this.resolvePromise(result);
  }

  reject(thrown: unknown): void {
    this.release();
    this.rejectPromise(thrown);
  }

  private readonly abort = (): void => {
    this.reject(this.signal?.reason);
    this.onCancelled?.();
  };

  private release(): void {
    this.signal?.removeEventListener('abort', this.abort);
  }
}
