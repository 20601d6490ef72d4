/**
 * What a reader cannot see but a terminal, a log viewer or a model obeys: C0 and C1 controls except tab and
 * newline, soft hyphen, fillers, bidi controls, zero-width characters, variation selectors, BOM, interlinear
 * and musical controls, tag characters, and lone surrogates.
 */
const IN_BASIC_PLANE =
  '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ud800-\\udfff';
/** With the `u` flag a pair is one character, and a surrogate that matches is a lone one. */
const INVISIBLE = new RegExp(
  `[${IN_BASIC_PLANE}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]`,
  'u',
);

const EVERY_INVISIBLE = new RegExp(`\\r\\n|${INVISIBLE.source}`, 'gu');

/** True when `stripInvisible` would change the text. */
export function hasInvisible(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // The large blocks without anything invisible in them: most texts need no closer look.
    if (unit < 0x7f) {
      if (unit >= 0x20 || unit === 0x0a || unit === 0x09) continue;
    } else if (unit < 0x2010) {
      if (unit >= 0xa0 && unit < 0x34f && unit !== 0xad) continue;
    } else if (unit < 0xd800) {
      if (unit < 0x2028 || (unit >= 0x2070 && unit !== 0x3164)) continue;
    } else if (unit >= 0xff00 && unit < 0xffa0) {
      continue;
    }
    return INVISIBLE.test(text);
  }
  return false;
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

/** Whitespace that is not a single space between two words. Most texts have none. */
const UNEVEN = /\s\s|[^\S ]|^\s|\s$/;

/** One line: every run of whitespace, newlines included, becomes one space. */
export function oneLine(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}
