import type { ByteFlaw } from '../exchange.js';
import { isUtf8 } from 'node:buffer';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** What is wrong with the bytes of a line, where something is. */
export function flawOf(line: Uint8Array): ByteFlaw | undefined {
  if (!isUtf8(line)) return 'invalid UTF-8';
  return BYTE_ORDER_MARK.every((byte, at) => line[at] === byte) ? 'byte order mark' : undefined;
}
/** A text for the record; bytes that are no UTF-8 are shown as what a reader would make of them. */
export function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}
