/** What stands where a secret stood. */
export const REDACTED = '[REDACTED]';

/**
 * Parts of a text to mask, as flat pairs of start and end. All finders read the same original text and only add
 * pairs, so that no finder can hide a secret from the next one by masking half of it.
 */
export type Spans = number[];

/** A finder adds the secrets of one kind that it sees in the text. */
export type Finder = (text: string, spans: Spans) => void;

/** Mask the spans. Overlapping and touching ones become one marker. */
export function maskSpans(text: string, spans: Spans): string {
  const pairs: [number, number][] = [];
  for (let i = 0; i < spans.length; i += 2) {
    const start = spans[i] as number;
    const end = spans[i + 1] as number;
    // Markers are opaque: half of one is never left over, which makes masking twice the same as masking once.
    pairs.push([markerAround(text, start)?.[0] ?? start, markerAround(text, end)?.[1] ?? end]);
  }
  pairs.sort((a, b) => a[0] - b[0]);

  let masked = '';
  let copied = 0;
  for (let i = 0; i < pairs.length;) {
    const start = (pairs[i] as [number, number])[0];
    let end = start;
    for (; i < pairs.length && (pairs[i] as [number, number])[0] <= end; i++) {
      end = Math.max(end, (pairs[i] as [number, number])[1]);
    }
    masked += text.slice(copied, start) + REDACTED;
    copied = end;
  }
  return masked + text.slice(copied);
}

/** The marker that the position cuts in two, if any. */
function markerAround(text: string, position: number): [number, number] | undefined {
  for (let at = Math.max(0, position - REDACTED.length + 1); at < position; at++) {
    if (text.charCodeAt(at) === 0x5b && text.startsWith(REDACTED, at)) {
      return [at, at + REDACTED.length];
    }
  }
  return undefined;
}
