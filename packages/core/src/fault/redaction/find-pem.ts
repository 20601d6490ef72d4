import type { Spans } from './spans.js';

const BEGIN = '-----BEGIN';
/** The characters of a PEM block, also with escaped newlines; a quote or a bracket ends one that is cut off. */
const BLOCK = /[A-Za-z0-9+/=\s:,.\\-]*/y;
const END = /-----END[A-Z0-9 ]{0,64}-{0,5}/g;
/** A message that only talks about PEM has no line of key material in it. */
const MATERIAL = /[A-Za-z0-9+/]{16}/;

/** Find PEM blocks of any label, also those that were cut off before their end. */
export function findPem(text: string, spans: Spans): void {
  // Where the current run of block characters ends and where the next END line is: both are looked up once and kept
  // until passed, because searching again from each BEGIN would be quadratic.
  let runEnd = 0;
  let endLine: [start: number, end: number] = [-1, -1];
  let from = 0;
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, from)) {
    if (start >= runEnd) {
      BLOCK.lastIndex = start;
      BLOCK.test(text);
      runEnd = BLOCK.lastIndex;
    }
    if (endLine[0] < start) {
      END.lastIndex = start;
      const found = END.exec(text);
      endLine = found === null ? [Infinity, Infinity] : [found.index, END.lastIndex];
    }
    from = endLine[0] < runEnd ? endLine[1] : runEnd;
    if (MATERIAL.test(text.slice(start, from))) spans.push(start, from);
  }
}
