/** What is known of a value and a schema. `unsure` is an answer: nothing may be built on it. */
export type Judged = 'valid' | 'invalid' | 'unsure';

export function judgedBy(holds: boolean | undefined): Judged {
  return holds === undefined ? 'unsure' : holds ? 'valid' : 'invalid';
}

/** All of them hold. */
export function every(judged: Iterable<Judged>): Judged {
  let sum: Judged = 'valid';
  for (const each of judged) {
    if (each === 'invalid') return 'invalid';
    if (each === 'unsure') sum = 'unsure';
  }
  return sum;
}

export function negated(judged: Judged): Judged {
  return judged === 'unsure' ? 'unsure' : judgedBy(judged === 'invalid');
}

/** At least and at most so many of them hold. */
export function count(judged: Iterable<Judged>, least: number, most: number): Judged {
  let surely = 0;
  let perhaps = 0;
  for (const each of judged) {
    if (each !== 'invalid') perhaps += 1;
    if (each === 'valid') surely += 1;
  }
  if (perhaps < least || surely > most) return 'invalid';
  return judgedBy((surely >= least && perhaps <= most) || undefined);
}
