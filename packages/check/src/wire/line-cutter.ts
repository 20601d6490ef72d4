const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines, whatever the pieces in which it comes. */
export class LineCutter {
  readonly #onLine: (line: Uint8Array) => void;
  #rest: Uint8Array[] = [];

  constructor(onLine: (line: Uint8Array) => void) {
    this.#onLine = onLine;
  }

  take(chunk: Uint8Array): void {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      this.#rest.push(chunk.subarray(begin, end));
      const line = this.#rest.length === 1 ? this.#rest[0]! : Buffer.concat(this.#rest);
      this.#rest = [];
      this.#onLine(line);
      begin = end + 1;
    }
    if (begin < chunk.length) this.#rest.push(chunk.subarray(begin));
  }

  /** What came after the last newline. */
  rest(): Uint8Array {
    return Buffer.concat(this.#rest);
  }
}
