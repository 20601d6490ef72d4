import type { SyntaxNode } from './syntax.js';

/** A stretch of a statement that something else stands for, so that PostgreSQL can go on to the next problem. */
interface Mask {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A statement of which some nodes are masked. */
export class MaskedText {
  readonly #sql: string;
  /** In order, none inside another. */
  #masks: readonly Mask[] = [];

  constructor(sql: string) {
    this.#sql = sql;
  }

  get isEmpty(): boolean {
    return this.#masks.length === 0;
  }

  /** A copy with one mask more. */
  with(mask: Mask): MaskedText {
    const copy = new MaskedText(this.#sql);
    copy.#masks = this.#masks;
    copy.add(mask, mask.text);
    return copy;
  }

  get text(): string {
    let at = 0;
    let text = '';
    for (const mask of this.#masks) {
      text += this.#sql.slice(at, mask.start) + mask.text;
      at = mask.end;
    }
    return text + this.#sql.slice(at);
  }

  /** Masks that are within this one go. */
  add({ start, end }: Pick<SyntaxNode, 'start' | 'end'>, text: string): void {
    const others = this.#masks.filter((mask) => mask.start < start || mask.end > end);
    this.#masks = [...others, { start, end, text }].sort((a, b) => a.start - b.start);
  }

  /** Whether any part of the node is masked. */
  touches({ start, end }: Pick<SyntaxNode, 'start' | 'end'>): boolean {
    return this.#masks.some((mask) => mask.start < end && mask.end > start);
  }

  /** Whether a mask stands for the whole node. */
  covers({ start, end }: Pick<SyntaxNode, 'start' | 'end'>): boolean {
    return this.#masks.some((mask) => mask.start <= start && mask.end >= end);
  }

  /** Where an offset of the masked text is in the statement; a place within a mask is where it begins. */
  original(offset: number): number {
    let shift = 0;
    for (const { start, end, text } of this.#masks) {
      const from = start + shift;
      if (offset < from) break;
      if (offset < from + text.length) return start;
      shift += text.length - (end - start);
    }
    return offset - shift;
  }
}
