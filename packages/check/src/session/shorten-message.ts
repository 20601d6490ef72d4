import type { ReceivedMessage } from '../exchange.js';
import { cutText } from '../json/cut-text.js';

/** How much of a value is kept. */
interface Room {
  /** Entries of lists and objects, in all. */
  readonly entries: number;
  /** Characters of one text. */
  readonly text: number;
}

/** Levels of a value that are kept. */
const DEEPEST = 8;

/** Members by which messages are judged: they stay where others go. */
const FIRST: readonly string[] = [
  ...['jsonrpc', 'id', 'method', 'result', 'error', 'params'],
  ...['code', 'message', 'isError', 'resultType', 'content', 'type', 'text', 'data'],
  ...['structuredContent', 'supported', 'requested', 'requiredCapabilities', '_meta'],
];
/** Levels on which those stay: entry of a batch, error or result, block of content. */
const LEVELS = 4;

/** A small value in place of a large one: lists and objects are shorter, texts are cut, and what messages are judged by is there. */
export function outline(value: unknown, room: Room): unknown {
  let left = room.entries;
  const draw = (each: unknown, depth: number): unknown => {
    if (typeof each === 'string') return cutText(each, room.text);
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return drawList(each as unknown[], depth);
    return drawMembers(each as Record<string, unknown>, depth);
  };
  const drawList = (list: readonly unknown[], depth: number): unknown[] => {
    const drawn: unknown[] = [];
    for (const each of list) {
      if (left <= 0 || depth >= DEEPEST) break;
      left -= 1;
      drawn.push(draw(each, depth + 1));
    }
    return drawn;
  };
  const drawMembers = (object: Record<string, unknown>, depth: number): unknown => {
    const drawn: [string, unknown][] = [];
    const first = depth < LEVELS ? FIRST.filter((name) => Object.hasOwn(object, name)) : [];
    left -= first.length;
    for (const name of first) drawn.push([name, draw(object[name], depth + 1)]);
    for (const name in object) {
      if (left <= 0 || depth >= DEEPEST) break;
      if (first.includes(name)) continue;
      left -= 1;
      drawn.push([cutText(name, room.text), draw(object[name], depth + 1)]);
    }
    return Object.fromEntries(drawn);
  };
  return draw(value, 0);
}

/** Characters of a text that is kept as it is, however much else there is. */
export const SHORT_TEXT = 1000;

const SMALL: Room = { entries: 60, text: 400 };
const LARGE: Room = { entries: 500, text: 8000 };

/** A message with the beginning of its text, and what matters of its value. What was JSON does not look as if it were none. */
export function cutMessage(message: ReceivedMessage, most: number): ReceivedMessage {
  const { text, value, at } = message;
  if (text.length <= most) return message;
  return { text: cutText(text, most), value: outline(value, LARGE), at };
}

/** A message as little more than what it is judged by. */
export function outlineMessage(message: ReceivedMessage): ReceivedMessage {
  const { text, value, at } = message;
  if (text.length <= SHORT_TEXT) return message;
  const small = outline(value, SMALL);
  return { text: JSON.stringify(small) ?? cutText(text, SHORT_TEXT), value: small, at };
}

/** The text of a small value in place of a large one; undefined where there is no value. */
export function outlineText(value: unknown): string | undefined {
  return JSON.stringify(outline(value, SMALL));
}
