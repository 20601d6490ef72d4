/**
 * What a reader cannot see but a terminal, a log viewer or a model obeys: C0 and C1 controls except tab and
 * newline, soft hyphen, fillers, bidi controls, zero-width characters, variation selectors, BOM, interlinear
 * and musical controls, tag characters, and lone surrogates (which the `u` flag tells from real pairs).
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- the controls are the point
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\ud800-\udfff]/u;

const EVERY_INVISIBLE = new RegExp(`\\r\\n|${INVISIBLE.source}`, 'gu');

/** Anything that could be invisible: the cheap question, asked before the exact one. */
const NOT_PLAIN = /[^\t\n -~]/;

/** True when `stripInvisible` would change the text. */
export function hasInvisible(text: string): boolean {
  return NOT_PLAIN.test(text) && INVISIBLE.test(text);
}

/**
 * Remove what cannot be seen. Other line separators (CR, VT, FF, NEL, U+2028, U+2029) become `\n`, so that words do
 * not grow together; lone surrogates become U+FFFD. Emoji joined by zero-width joiners fall apart into their
 * parts: telling a family from a smuggled instruction is not worth the risk in an error text.
 */
export function stripInvisible(text: string): string {
  return hasInvisible(text) ? text.replace(EVERY_INVISIBLE, visibleForm) : text;
}

function visibleForm(found: string): string {
  switch (found) {
    case '\r\n':
    case '\r':
    case '\v':
    case '\f':
    case '\x85':
    case '\u2028':
    case '\u2029':
      return '\n';
  }
  // Under the `u` flag a single surrogate unit is a lone one; tag characters come as two units.
  const unit = found.charCodeAt(0);
  return found.length === 1 && unit >= 0xd800 && unit <= 0xdfff ? '\ufffd' : '';
}

/** One line: every run of whitespace, newlines included, becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
