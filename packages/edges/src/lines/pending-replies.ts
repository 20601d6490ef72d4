/** The replies that handlers are still working on. */
export class PendingReplies {
  #count = 0;
  #waiting: (() => void) | undefined = undefined;

  /** Hand over what comes of it. A connection never rejects; one that does all the same has nothing to say. */
  add(reply: Promise<string | undefined>, answer: (text: string | undefined) => void): void {
    this.#count++;
    const done = (text?: string): void => {
      answer(text);
      if (--this.#count === 0) this.release();
    };
    reply.then(done, () => done());
  }

  /** Settles when there is nothing left to wait for, or no use in waiting. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#waiting = resolve;
    });
  }

  /** Whoever waits is to go on. */
  release(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
