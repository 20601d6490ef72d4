import { StringDecoder } from 'node:string_decoder';

/** A text that comes in pieces, kept up to a number of bytes. Bytes that are no UTF-8 become U+FFFD. */
export class KeptText {
  readonly #decoder = new StringDecoder('utf8');
  #left: number;
  #text = '';

  constructor(mostBytes: number) {
    this.#left = mostBytes;
  }

  /** Whether there came more than is kept. */
  get isOver(): boolean {
    return this.#left < 0;
  }

  /** What is there so far, whole characters only. */
  get text(): string {
    return this.#text;
  }

  /** Says what is new in the text. */
  take(piece: Buffer): string {
    const added = this.#decoder.write(piece.subarray(0, Math.max(0, this.#left)));
    this.#text += added;
    this.#left -= piece.length;
    return added;
  }

  /** Everything, with what was left of a character that never came to its end. */
  finish(): string {
    this.#text += this.#decoder.end();
    return this.#text;
  }
}
