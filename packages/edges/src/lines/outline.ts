const QUOTE = 0x22;
const SPACE = 0x20;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

// Not a Buffer: the HTTP edge runs where there is none.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Far more than the top level of any message that was meant: a version, an id, a method. */
const MAX_BYTES = 4096;

/**
 * The top level of a JSON text that is too long to keep: `{"method":"tools/call","params":{},"jsonrpc":"2.0","id":3}`.
 * The official SDK writes the id last, so neither the first bytes nor the last ones of a text are enough to find it, and a
 * search for `"id"` would find those inside params. Takes the text piece by piece and keeps no more than 4 kB of it.
 */
export class Outline {
  readonly #kept = new Uint8Array(MAX_BYTES);
  #length = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #lost = false;

  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length && !this.#lost; i++) this.#step(bytes[i]!);
  }

  /** The outline so far; undefined if the text has none. */
  get text(): string | undefined {
    return this.#lost ? undefined : decoder.decode(this.#kept.subarray(0, this.#length));
  }

  #step(byte: number): void {
    if (this.#inString) {
      this.#keep(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return;
    }
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        return this.#keep(byte);
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#keep(byte);
        this.#depth++;
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth--;
        return this.#keep(byte);
      case BACKSLASH:
        // A quote before it was lost: strings and structure are mistaken for each other, so no id is certain.
        this.#lost = true;
        return;
      case 0x09:
      case 0x0d:
      case 0x20:
        // One space for many: none at all would turn `1 2` into an id that nobody sent.
        if (this.#kept[this.#length - 1] !== SPACE) this.#keep(SPACE);
        return;
      default:
        this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#depth > 1) return;
    if (this.#length === MAX_BYTES) this.#lost = true;
    else this.#kept[this.#length++] = byte;
  }
}
