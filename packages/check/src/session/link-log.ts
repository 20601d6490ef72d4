import type { ByteFlaw, LinkLog } from '../exchange.js';
import { cutText } from '../json/cut-text.js';
import { parseJson } from '../json/json.js';
import { outlineText, SHORT_TEXT } from './shorten-message.js';

/** A log that is being written; long texts are kept in part. */
export interface WritableLog extends LinkLog {
  /** `value`: the parsed text, if the caller has it already. */
  add(way: 'out' | 'in', text: string, at: number, flaw?: ByteFlaw, value?: unknown): void;
}

/** Characters of one text that are kept. */
export const KEPT_TEXT = 64 * 1024;
/** Characters of all texts after which only outlines are kept of those that are not short. */
const MOST_TEXT = 1_000_000;

export function createLog(): WritableLog {
  const events: LinkLog['events'][number][] = [];
  let size = 0;
  const shorten = (text: string, value: unknown): string => {
    const isWide = size > MOST_TEXT && text.length > SHORT_TEXT;
    const outline = isWide ? outlineText(value ?? parseJson(text)) : undefined;
    return outline ?? cutText(text, KEPT_TEXT);
  };
  return {
    events,
    add(way, text, at, flaw, value) {
      const kept = way === 'in' ? shorten(text, value) : cutText(text, KEPT_TEXT);
      size += kept.length;
      events.push({ way, text: kept, at, ...(flaw && { flaw }) });
    },
  };
}
