import type { LinkLog } from '../probe.js';

/** A log that is being written; long texts are kept in part. */
export interface WritableLog extends LinkLog {
  add(way: 'out' | 'in', text: string, at: number): void;
}

const KEPT_TEXT = 64 * 1024;

export function createLog(): WritableLog {
  const events: { way: 'out' | 'in'; text: string; at: number }[] = [];
  return {
    events,
    add: (way, text, at) => void events.push({ way, text: text.slice(0, KEPT_TEXT), at }),
  };
}
