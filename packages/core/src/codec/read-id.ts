import type { EraRules } from '../era/index.js';
import { isIntegerText, type IdText } from './id.js';
import { skipSpace } from './json-text.js';
import { scanId } from './scan-id.js';

/** The exact text of the top-level id of a valid message whose id has this value. */
export function readId(text: string, value: unknown): IdText | 'twice' | 'wrong-type' {
  if (typeof value !== 'string' && typeof value !== 'number' && value !== null) return 'wrong-type';
  const first = text.indexOf('"id"');
  // Found once, and no key can be spelled with escapes: this is the one. Otherwise look level by level.
  const single = first !== -1 && text.indexOf('"id"', first + 4) === -1 && !text.includes('\\u00');
  if (typeof value === 'string') {
    // Without a backslash anywhere, a string's text is its value in quotes.
    if (single && !text.includes('\\')) return wellFormed(`"${value}"`, value);
    return wellFormed(scanId(text) ?? 'twice', value);
  }
  if (!single) return scanId(text) ?? 'twice';
  if (value === null) return 'null';
  const start = skipSpace(text, skipSpace(text, first + 4) + 1);
  let end = start;
  while (isNumberUnit(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

/**
 * The id of a text that is no valid message. JSON-RPC §5 answers such a text with null; MCP forbids null, and its clients
 * wait for ever on a reply they cannot match, so an id that is still clear is saved.
 */
export function recoverId(text: string, rules: EraRules): IdText | undefined {
  if (!rules.mcp) return undefined;
  const id = scanId(text);
  if (id === undefined || !isLegalId(id, rules)) return undefined;
  // What was not UTF-8 was decoded as U+FFFD: not the id that was sent.
  return id.includes('\ufffd') || LONE_SURROGATE.test(id) ? undefined : id;
}

/** Whether the era allows this id in a request, and so in the reply. */
export function isLegalId(id: IdText, rules: EraRules): boolean {
  const unit = id.charCodeAt(0);
  if (unit === 0x22) return true;
  if (unit === 0x6e) return rules.idMayBeNull;
  return rules.idMayBeFractional || isIntegerText(id);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** A lone surrogate cannot be written as UTF-8; its escape can, and is the same id. */
function wellFormed(text: IdText, value: string): IdText {
  return LONE_SURROGATE.test(text) ? JSON.stringify(value) : text;
}

function isNumberUnit(unit: number): boolean {
  // Digits, minus, plus, point, and both letters of the exponent.
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x2d ||
    unit === 0x2b ||
    unit === 0x2e ||
    unit === 0x65 ||
    unit === 0x45
  );
}
