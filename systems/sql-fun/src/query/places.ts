import { excerpt, SourceText, type Place } from '../text/index.js';

/** An excerpt never shows more than this of a line. */
const WINDOW = 2000;

/** Places in a text. They are mostly asked for in order, so that a long line is not counted again for each. */
export class Places {
  readonly #source: SourceText;
  #last: Place = { offset: 0, line: 1, column: 1 };

  constructor(text: string) {
    this.#source = new SourceText(text);
  }

  at(offset: number): Place {
    const line = this.#source.lineAt(offset);
    const { text } = this.#source;
    if (line !== this.#last.line || offset < this.#last.offset) {
      this.#last = this.#source.placeAt(offset);
    } else {
      let { offset: at, column } = this.#last;
      for (; at < offset; column++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
      this.#last = { offset, line, column };
    }
    return this.#last;
  }

  /** The line with a caret under the place. */
  excerpt(place: Place): string {
    const from = Math.max(0, place.offset - WINDOW);
    const text = this.#source.text.slice(from, place.offset + WINDOW);
    return excerpt(text, { ...place, offset: place.offset - from });
  }
}
