import type { Heard } from '../exchange.js';
import { cutText } from '../json/cut-text.js';
import { outline, type Room } from '../json/outline.js';

/** Characters of a text that is kept as it is, however much else there is. */
export const SHORT_TEXT = 1000;

const SMALL: Room = { entries: 60, text: 400 };
const LARGE: Room = { entries: 500, text: 8000 };

/** A message with the beginning of its text, and what matters of its value. What was JSON does not look as if it were none. */
export function cutHeard(heard: Heard, most: number): Heard {
  const { text, value, at } = heard;
  if (text.length <= most) return heard;
  return { text: cutText(text, most), value: outline(value, LARGE), at };
}

/** A message as little more than what it is judged by. */
export function outlineHeard(heard: Heard): Heard {
  const { text, value, at } = heard;
  if (text.length <= SHORT_TEXT) return heard;
  const small = outline(value, SMALL);
  return { text: JSON.stringify(small) ?? cutText(text, SHORT_TEXT), value: small, at };
}

/** The text of a small value in place of a large one; undefined where there is no value. */
export function outlineText(value: unknown): string | undefined {
  return JSON.stringify(outline(value, SMALL));
}
