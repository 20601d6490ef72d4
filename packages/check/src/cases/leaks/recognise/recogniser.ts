/** Something in a text that has no business there. */
export interface Sighting {
  /** What it is, in a few words: `a stack trace of Node`. */
  readonly what: string;
  /** The part of the text that shows it. */
  readonly text: string;
  /** What of it matters: whoever knows that learns nothing. All of it, or the group `core` of the pattern. */
  readonly core: string;
}

/** Finds one kind of thing in a text; of any text in little time. */
export type Recogniser = (text: string) => readonly Sighting[];

/**
 * What it is, and how it looks: a pattern with bounded repetitions, so that no text can make it slow. Where a text has to have
 * something in it for the pattern to match, that is looked for first.
 */
export type Row = readonly [what: string, pattern: RegExp, needs?: string];

/** Sightings of one text that are looked at. */
const MOST = 20;

/** A recogniser by patterns; a sighting may be refused by a closer look at its text. */
export function byPatterns(
  rows: readonly Row[],
  isReal: (match: RegExpMatchArray) => boolean = () => true,
): Recogniser {
  const patterns = rows.map(([what, pattern, needs = '']) => ({
    what,
    pattern: asGlobal(pattern),
    needs,
  }));
  return (text) =>
    patterns.flatMap(({ what, pattern, needs }) =>
      text.includes(needs)
        ? [...text.matchAll(pattern)]
            .filter(isReal)
            .slice(0, MOST)
            .map(({ 0: text, groups }) => ({ what, text, core: groups?.['core'] ?? text }))
        : [],
    );
}

function asGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}g`);
}
