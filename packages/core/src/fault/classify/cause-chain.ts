import { peek, peekItems, peekKeys, peekString } from './peek.js';

const MAX_LINKS = 16;
/** Of one AggregateError, so that a crowd of members does not hide the cause behind it. */
const MAX_MEMBERS = 8;
const MAX_KEYS = 10;
/** The operator gets everything; these limits are for generated texts. */
const MAX_TEXT = 65_536;
const MAX_WORD = 100;

/** What the operator's record says about one link of the chain. Strings only; redaction happens where it is stored. */
export interface CauseRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/**
 * The thrown value and what it says caused it, outermost first: the members of an AggregateError, the error of a
 * SuppressedError, then `cause`. Cycles are cut, and no chain is followed further than 16 links.
 */
export function causeChain(thrown: unknown): readonly unknown[] {
  const links: unknown[] = [];
  const visit = (link: unknown): void => {
    const isObject = typeof link === 'object' || typeof link === 'function';
    if (links.length === MAX_LINKS || (isObject && links.includes(link))) return;
    links.push(link);
    for (const next of causesOf(link)) visit(next);
  };
  visit(thrown);
  return links;
}

function causesOf(link: unknown): readonly unknown[] {
  const causes = [...(peekItems(peek(link, 'errors'), MAX_MEMBERS)?.items ?? NONE)];
  if (peekString(link, 'name') === 'SuppressedError')
    causes.push(peek(link, 'error'), peek(link, 'suppressed'));
  causes.push(peek(link, 'cause'));
  return causes.filter((next) => next !== undefined && next !== null);
}

const NONE: readonly unknown[] = [];

/** The whole chain for the operator, with the texts that no peer gets to see. Secrets go before anything is cut. */
export function describeCause(
  thrown: unknown,
  redact: (text: string) => string = (text) => text,
): CauseRecord[] {
  return causeChain(thrown).map((link) => describeLink(link, redact));
}

function describeLink(link: unknown, redact: (text: string) => string): CauseRecord {
  const name = peekString(link, 'name');
  const code = peek(link, 'code');
  const stack = peekString(link, 'stack');
  const hasCode = typeof code === 'string' || typeof code === 'number';
  return {
    name: cut(name === undefined || name === '' ? typeName(link) : name, MAX_WORD),
    message: cut(redact(peekString(link, 'message') ?? render(link)), MAX_TEXT),
    ...(hasCode && { code: cut(String(code), MAX_WORD) }),
    ...(stack !== undefined && { stack: cut(redact(stack), MAX_TEXT) }),
  };
}

function typeName(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** One level of a thrown value that is not an error: `[object Object]` would not help. */
function render(value: unknown): string {
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return renderScalar(value);
  const keys = peekKeys(value);
  const shown = keys.slice(0, MAX_KEYS).map((key) => {
    const member = peek(value, key);
    const isScalar =
      (typeof member !== 'object' && typeof member !== 'function') || member === null;
    return `${cut(key, MAX_WORD)}: ${isScalar ? renderScalar(member) : typeof member}`;
  });
  if (keys.length > MAX_KEYS) shown.push(`… ${keys.length - MAX_KEYS} more`);
  return shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`;
}

function renderScalar(value: unknown): string {
  return String(value); // a symbol too: only template literals and concatenation refuse one
}

/**
 * Shorten a text without leaving half a word at its end. Redaction comes later and knows secrets as a whole: a secret
 * cut in two would pass it, so the word that the limit falls into goes too.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && !isSpace(text, end)) end--; // by hand: /\S+$/ is quadratic in the length of a word
  while (end > 0 && isSpace(text, end - 1)) end--;
  // The ellipsis comes last: a secret of several words that was cut is recognised at the end of a text.
  return `${text.slice(0, end)}…`;
}

function isSpace(text: string, index: number): boolean {
  return /\s/.test(text.charAt(index));
}
