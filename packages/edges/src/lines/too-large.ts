import { isIntegerText, PROBLEMS, scanId, type IdText, type Problem } from '@errata/core/codec';

/** The problem that core's parser would have found, had it been given the whole text; from its outline alone. */
export function tooLarge(outline: string | undefined): Problem {
  const [condition, details] = PROBLEMS['too-large'];
  const text = outline?.replace(BYTE_ORDER_MARK, '');
  return {
    kind: 'problem',
    problem: 'too-large',
    condition,
    details,
    id: text === undefined ? undefined : findId(text),
    answerable: text === undefined || !isResponse(text),
  };
}

const BYTE_ORDER_MARK = /^\ufeff/;

/** Only what every era allows as an id: without one, the reply is as the era wants it, and with a wrong one it is not. */
function findId(text: string): IdText | undefined {
  const id = scanId(text);
  // U+FFFD stands for bytes that were not UTF-8: not the id that was sent.
  if (id === undefined || id.includes('\ufffd')) return undefined;
  return id.startsWith('"') || isIntegerText(id) ? id : undefined;
}

/** A reply to a request of ours: its id is ours, and an error under it would seem to answer one of the peer's. */
function isResponse(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'method')) return false;
    return Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  } catch {
    return false; // broken, and therefore nothing that could be matched with a request of ours
  }
}
