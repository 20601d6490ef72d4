import { createParser, type Problem } from '@errata/core/internal';

/** Ids that every era allows: without one, the reply is as the era wants it, and with a wrong one it is not. */
const parse = createParser({ era: '2025-11-25', limits: { maxBytes: 0 } });

/** The problem that core's parser would have found, had it been given the whole text; from its outline alone. */
export function tooLarge(outline: string | undefined): Problem {
  const problem = parse(outline || ' ') as Problem;
  // U+FFFD stands for bytes that were not UTF-8: not the id that was sent.
  return problem.id?.includes('\ufffd') ? { ...problem, id: undefined } : problem;
}
