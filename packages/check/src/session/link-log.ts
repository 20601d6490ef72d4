import type { ByteFlaw, LinkLog } from '../probe.js';

/** A log that is being written; long texts are kept in part. */
export interface WritableLog extends LinkLog {
  add(way: 'out' | 'in', text: string, at: number, flaw?: ByteFlaw): void;
}

/** Characters of one text that are kept. */
export const KEPT_TEXT = 64 * 1024;

export function createLog(): WritableLog {
  const events: LinkLog['events'][number][] = [];
  return {
    events,
    add: (way, text, at, flaw) =>
      void events.push({ way, text: text.slice(0, KEPT_TEXT), at, ...(flaw && { flaw }) }),
  };
}
