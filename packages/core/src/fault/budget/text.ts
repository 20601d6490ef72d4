/**
 * How many tokens a text costs a model, estimated from its runs of letters, digits and punctuation.
 *
 * It leans towards too many, because the budget is a promise to the reader's context window. Costs are in
 * twentieths of a token and were fitted to o200k_base; the test keeps them honest against the real tokenizer.
 */
const TOKEN = 20;

const START = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const NEWLINE = 5;
const MARK = 6;
const FOREIGN = 7;
const IDEOGRAPH = 8;

/** The kinds of ASCII. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const text = String.fromCharCode(unit);
  if (/[a-z]/.test(text)) return LOWER;
  if (/[A-Z]/.test(text)) return UPPER;
  if (/[0-9]/.test(text)) return DIGIT;
  if (/[ \t]/.test(text)) return SPACE;
  return /[\r\n]/.test(text) ? NEWLINE : MARK;
});

/**
 * The cost of a text; if it passes `limit`, −1 minus the length that fits together with an ellipsis. One loop without calls: it runs over
 * every text that a model reads.
 */
function costOf(text: string, limit: number): number {
  let cost = 0;
  let fits = 0;
  let previous = START;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = unit < 0x80 ? ASCII[unit]! : unit < 0x2000 ? FOREIGN : IDEOGRAPH;
    const starts = kind !== previous;
    switch (kind) {
      case LOWER:
        // A capital begins the word that the small letters go on with, and a space or one mark joins it.
        if (!starts) cost += length < 6 ? 2 : 4;
        else cost += previous === UPPER ? 6 : previous === MARK && length === 1 ? 12 : 20;
        break;
      case UPPER:
        // In the middle of a word it is a sign of base64, which has few long tokens.
        if (!starts) cost += 8;
        else if (previous === MARK && length === 1) cost += 14;
        else cost += previous === LOWER || previous === DIGIT ? 22 : 18;
        break;
      case DIGIT:
        // Up to three digits are one token, and a space before them is one of its own.
        if (!starts) cost += length % 3 === 0 ? 20 : 0;
        else cost += previous === SPACE ? 40 : 20;
        break;
      case SPACE:
        if (!starts) cost += length === 1 ? 14 : 1;
        break;
      case NEWLINE:
        cost += starts ? 20 : 4;
        break;
      case MARK:
        if (starts) cost += 16;
        else cost += length < 8 ? 10 : 4;
        break;
      case FOREIGN:
        cost += starts ? 20 : 8;
        break;
      default:
        cost += 17;
    }
    if (cost > limit) return -1 - fits;
    if (cost <= limit - TOKEN) fits = i + 1;
    length = starts ? 1 : length + 1;
    previous = kind;
  }
  return cost;
}

/** Tokens of the text. */
export function estimateTokens(text: string): number {
  return Math.ceil(costOf(text, Infinity) / TOKEN);
}

/** At most `maxTokens` by estimate: cut at a word boundary, ended with `…`. A text that fits is given back as it is. */
export function clipTokens(text: string, maxTokens: number): string {
  // No unit costs more than two tokens, so short texts need no counting.
  if (text.length * 2 <= maxTokens) return text;
  if (!(maxTokens >= 1)) return '';
  const cost = costOf(text, maxTokens * TOKEN);
  return cost >= 0 ? text : cutAt(text, -1 - cost);
}

const ELLIPSIS = '…';

/** At most `maxChars` UTF-16 units: cut at a word boundary, ended with `…`. A text that fits is given back as it is. */
export function clipText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (!(maxChars >= 1)) return '';
  return cutAt(text, Math.floor(maxChars) - 1);
}

/** The text up to `end` at most, moved back to the end of a word if there is one near, and `…`. */
export function cutAt(text: string, end: number): string {
  return text.slice(0, wordEnd(text, end)) + ELLIPSIS;
}

function wordEnd(text: string, end: number): number {
  let at = end;
  if (!isSpace(text.charCodeAt(at))) {
    // Going back further than this would lose more than a torn word costs.
    const nearest = end - Math.min(32, end >> 1);
    let space = at;
    while (space > nearest && !isSpace(text.charCodeAt(space - 1))) space--;
    if (space > nearest) at = space;
  }
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--;
  // A pair of surrogates is one character: keep it whole or not at all.
  if (isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at))) at--;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** `command` or "command"; a quote without its other half is an ordinary character. */
const QUOTED = /`[^`]*`|"[^"]*"/g;

/** The end of a sentence that another one follows. */
const SENTENCE_END = /[.!?](?=\s+[\p{Lu}`"])|[。！？]/gu;

/** At most `maxTokens` by estimate, as `clipTokens` does it, but never cut inside a quoted command. */
export function clipOutsideQuotes(text: string, maxTokens: number): string {
  const clipped = clipTokens(text, maxTokens);
  if (clipped === text || clipped === '') return clipped;
  const end = clipped.length - 1;
  const start = quoteAround(text, end);
  return start === undefined ? clipped : `${text.slice(0, start).trimEnd()}…`;
}

/** The same for advice: the sentences that fit whole, where there are any. */
export function clipAdvice(text: string, maxTokens: number): string {
  const clipped = clipOutsideQuotes(text, maxTokens);
  if (clipped === text) return text;
  const ends = [...text.matchAll(SENTENCE_END)]
    .map(({ index }) => index + 1)
    .filter((end) => end < clipped.length && quoteAround(text, end) === undefined);
  return ends.length === 0 ? clipped : text.slice(0, ends.at(-1));
}

/** Where the quoted command begins that `at` is in. */
function quoteAround(text: string, at: number): number | undefined {
  for (const { index, 0: quoted } of text.matchAll(QUOTED)) {
    if (index >= at) return undefined;
    if (index + quoted.length > at) return index;
  }
  return undefined;
}

/**
 * Text from outside, made fit to stand inside a sentence of ours: one visible line of at most `maxChars`, in quotes that
 * it cannot close.
 */
export function quoteForeign(text: string, maxChars = 100): string {
  return `"${clipText(oneLine(stripInvisible(text)).replaceAll('"', "'"), maxChars)}"`;
}

/** The length of a text in UTF-8, without encoding it. A lone surrogate counts as the U+FFFD it is sent as. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      // Two units, four bytes.
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

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

/** One line: every run of whitespace, newlines included, becomes one space. */
export function oneLine(text: string): string {
  return isEven(text) ? text : text.replace(/\s+/g, ' ').trim();
}

/** Whether all whitespace is single spaces between words, in a text of ASCII. Most texts are such; a loop tells in a third of the time of a pattern. */
function isEven(text: string): boolean {
  let previous = 0x20;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x21 || unit > 0x7f) {
      if (unit !== 0x20 || previous === 0x20) return false;
    }
    previous = unit;
  }
  return previous !== 0x20;
}
