import { encodeBase64 } from './base64.js';
import { REDACTED, type Spans } from './spans.js';

/** Shorter ones would mask half of every text, and thereby show where they occur. */
export const MIN_SECRET_LENGTH = 4;

/** A registered secret in the spellings in which it travels. */
export interface SecretForms {
  /** What is masked. */
  readonly masked: readonly string[];
  /** What is suspected: how each of them begins, and once more escaped, as it stands in the JSON text of a reply. */
  readonly suspected: readonly string[];
}

/** How much of a secret's beginning gives it away, where somebody cut the text before it came here. */
function tellingLength(literal: string): number {
  return Math.min(literal.length, Math.max(8, Math.ceil(literal.length / 3)));
}

/** The spellings of a secret, or undefined for one that cannot be masked by value. */
export function secretForms(secret: string): SecretForms | undefined {
  if (secret.length < MIN_SECRET_LENGTH) return undefined;
  // A piece of the marker would be found in every marker, and masking would never come to rest.
  if (REDACTED.includes(secret) || secret.includes(REDACTED)) return undefined;
  const base64 = encodeBase64(new TextEncoder().encode(secret));
  const masked = new Set([secret, escapeJson(secret), base64]);
  masked.add(base64.replaceAll('+', '-').replaceAll('/', '_'));
  try {
    masked.add(encodeURIComponent(secret));
  } catch {
    // A lone surrogate has no URI form, so the secret cannot occur in one.
  }
  return {
    masked: [...masked],
    suspected: [...new Set([...masked, ...[...masked].map(escapeJson)].map(beginning))],
  };
}

function beginning(literal: string): string {
  return literal.slice(0, tellingLength(literal));
}

/** Find a literal whose end was cut off: its beginning at the end of the text, with or without an ellipsis behind. */
export function findCut(text: string, literal: string, spans: Spans): void {
  const end = text.length - (/(?:…|\.{3})$/.exec(text)?.[0].length ?? 0);
  const at = text.lastIndexOf(beginning(literal), end);
  if (at >= 0 && at < end && literal.startsWith(text.slice(at, end))) spans.push(at, end);
}

/** The text as it stands between the quotes of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Find every occurrence of a literal, overlapping ones too. */
export function findLiteral(text: string, literal: string, spans: Spans): void {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const last = spans.length - 1;
    // Occurrences that overlap grow the span, so that a repetitive text does not cost memory.
    if (last >= 0 && (spans[last] as number) >= at && (spans[last - 1] as number) <= at) {
      spans[last] = Math.max(spans[last] as number, at + literal.length);
    } else spans.push(at, at + literal.length);
  }
}
