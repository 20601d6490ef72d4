import type { Spans } from './spans.js';

const BEGIN = '-----BEGIN';
/** The characters of a PEM block, also with escaped newlines; a quote or a bracket ends one that is cut off. */
const BLOCK = /[A-Za-z0-9+/=\s:,.\\-]*/y;
const END = /-----END[A-Z0-9 ]{0,64}-{0,5}/;
/** A message that only talks about PEM has no line of key material in it. */
const MATERIAL = /[A-Za-z0-9+/]{16}/;

/** Find PEM blocks of any label, also those that were cut off before their end. */
export function findPem(text: string, spans: Spans): void {
  let from = 0;
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, from)) {
    BLOCK.lastIndex = start;
    BLOCK.test(text);
    // Looking for the end inside the run only: a search to the end of the text, for each start, would be quadratic.
    const run = text.slice(start, BLOCK.lastIndex);
    const end = END.exec(run);
    const block = end === null ? run : run.slice(0, end.index + end[0].length);
    from = start + block.length;
    if (MATERIAL.test(block)) spans.push(start, from);
  }
}
