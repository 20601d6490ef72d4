import { ReplacedText, type Replacement } from '../text/index.js';
import type { SyntaxNode } from './syntax.js';

/** A statement of which some nodes are masked. */
export class MaskedText {
  readonly #sql: string;
  /** Texts that stand for a stretch, so that PostgreSQL can go on to the next problem. In order, none inside another. */
  #masks: readonly Replacement[] = [];
  #replaced: ReplacedText;

  constructor(sql: string) {
    this.#sql = sql;
    this.#replaced = new ReplacedText(sql, []);
  }

  get isEmpty(): boolean {
    return this.#masks.length === 0;
  }

  /** A copy with one mask more. */
  with(mask: Replacement): MaskedText {
    const copy = new MaskedText(this.#sql);
    copy.#masks = this.#masks;
    copy.add(mask, mask.text);
    return copy;
  }

  get text(): string {
    return this.#replaced.text;
  }

  /** Masks that are within this one go. */
  add({ start, end }: Pick<SyntaxNode, 'start' | 'end'>, text: string): void {
    const others = this.#masks.filter((mask) => mask.start < start || mask.end > end);
    this.#masks = [...others, { start, end, text }].sort((a, b) => a.start - b.start);
    this.#replaced = new ReplacedText(this.#sql, this.#masks);
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
    return this.#replaced.original(offset);
  }
}
