import { firstOf, type Scan, type Search } from './spans.js';

const BEGIN = '-----BEGIN';
/** What ends the characters of a PEM block, also with escaped newlines: a quote or a bracket ends one that is cut off. */
const blockEnd = firstOf(/[^A-Za-z0-9+/=\s:,.\\-]/g);
const endLine: Search = ({ text }, from) => {
  const at = text.indexOf('-----END', from);
  return at < 0 ? text.length : at;
};
const END = /-----END[A-Z0-9 ]{0,64}-{0,5}/y;
/** A message that only talks about PEM has no line of key material in it. */
const MATERIAL = /[A-Za-z0-9+/]{16}/;

/** Find PEM blocks of any label, also those that were cut off before their end. */
export function findPem(scan: Scan): void {
  const { text, steps } = scan;
  let end = 0;
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, end)) {
    end = scan.next(blockEnd, start);
    const last = scan.next(endLine, start);
    if (last < end) {
      END.lastIndex = last;
      END.test(text);
      end = END.lastIndex;
    }
    steps.count += end - start;
    if (MATERIAL.test(text.slice(start, end))) scan.mask(start, end);
  }
}
