import { printableParts } from '../text/printable.js';

/** Text as HTML, fit for content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A text that the server had a hand in, as content: what can not be seen is named and marked. */
export function shown(text: string): string {
  return printableParts(text)
    .map((part) =>
      part.unseen ? `<span class="unseen">${escapeHtml(part.text)}</span>` : escapeHtml(part.text),
    )
    .join('');
}
