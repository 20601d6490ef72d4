/** Something in a text that has no business there. */
export interface Sighting {
  /** What it is, in a few words: `a stack trace of Node`. */
  readonly what: string;
  /** The part of the text that shows it. */
  readonly text: string;
}

/** Finds one kind of thing in a text; of any text in little time. */
export type Recogniser = (text: string) => readonly Sighting[];

/** What it is, and how it looks: a pattern with bounded repetitions, so that no text can make it slow. */
export type Row = readonly [what: string, pattern: RegExp];

/** Sightings of one text that are looked at. */
const MOST = 20;

/** A recogniser by patterns; a sighting may be refused by a closer look at its text. */
export function byPatterns(
  rows: readonly Row[],
  isReal: (match: RegExpMatchArray) => boolean = () => true,
): Recogniser {
  const patterns = rows.map(([what, pattern]) => [what, asGlobal(pattern)] as const);
  return (text) =>
    patterns.flatMap(([what, pattern]) =>
      [...text.matchAll(pattern)]
        .filter(isReal)
        .slice(0, MOST)
        .map(([match]) => ({ what, text: match.trim() })),
    );
}

function asGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}g`);
}
