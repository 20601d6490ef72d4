/** What is left of a line that was too long to keep: enough to find the id, which is first or last. */
export interface Overlong {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

export interface LineSink {
  /** A line without its end. */
  line(text: string): void;
  overlong(cut: Overlong): void;
}

const NEWLINE = 0x0a;
const HEAD_BYTES = 4096;
const TAIL_BYTES = 512;

/** Cuts bytes into lines of UTF-8. A line beyond the limit is not kept: a peer that never ends one cannot fill the memory. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #sink: LineSink;
  #parts: Buffer[] = [];
  #size = 0;
  #cut: { readonly head: Buffer; tail: Buffer } | undefined = undefined;

  constructor(maxBytes: number, sink: LineSink) {
    this.#maxBytes = maxBytes;
    this.#sink = sink;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** The last line may lack its end. */
  end(): void {
    if (this.#size > 0) this.#finish();
  }

  #add(part: Buffer): void {
    this.#size += part.length;
    if (this.#cut !== undefined) {
      this.#cut.tail = lastOf(Buffer.concat([this.#cut.tail, lastOf(part)]));
      return;
    }
    this.#parts.push(part);
    if (this.#size <= this.#maxBytes) return;
    const all = Buffer.concat(this.#parts);
    // Copies: a view would keep the whole line alive.
    this.#cut = { head: Buffer.from(all.subarray(0, HEAD_BYTES)), tail: Buffer.from(lastOf(all)) };
    this.#parts = [];
  }

  #finish(): void {
    const parts = this.#parts;
    const size = this.#size;
    const cut = this.#cut;
    this.#parts = [];
    this.#size = 0;
    this.#cut = undefined;
    if (cut !== undefined) {
      const { head, tail } = cut;
      this.#sink.overlong({ head: head.toString(), tail: tail.toString(), bytes: size });
      return;
    }
    const text = (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString();
    this.#sink.line(text.endsWith('\r') ? text.slice(0, -1) : text);
  }
}

function lastOf(bytes: Buffer): Buffer {
  return bytes.length > TAIL_BYTES ? bytes.subarray(-TAIL_BYTES) : bytes;
}
