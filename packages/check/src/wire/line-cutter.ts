const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines, whatever the pieces in which it comes; of a line that is too long, the beginning is kept. */
export class LineCutter {
  readonly #onLine: (line: Uint8Array) => void;
  readonly #longest: number;
  #rest: Uint8Array[] = [];
  #length = 0;

  constructor(onLine: (line: Uint8Array) => void, longest = Number.POSITIVE_INFINITY) {
    this.#onLine = onLine;
    this.#longest = longest;
  }

  /** Whether no line has begun. */
  get isBetweenLines(): boolean {
    return this.#rest.length === 0;
  }

  take(chunk: Uint8Array): void {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      this.#keep(chunk.subarray(begin, end));
      const line = this.#rest.length === 1 ? this.#rest[0]! : Buffer.concat(this.#rest);
      this.#rest = [];
      this.#length = 0;
      this.#onLine(line);
      begin = end + 1;
    }
    if (begin < chunk.length) this.#keep(chunk.subarray(begin));
  }

  #keep(piece: Uint8Array): void {
    const kept = piece.subarray(0, Math.max(0, this.#longest - this.#length));
    if (kept.length === 0) return;
    this.#length += kept.length;
    this.#rest.push(kept);
  }
}
