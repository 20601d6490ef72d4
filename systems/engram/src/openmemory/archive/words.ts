/** Words of one memory that are indexed. A tsvector of PostgreSQL holds at most 1 MB. */
const MOST_WORDS = 32_768;
const LONGEST_WORD = 100;

/** A query may be a whole page. */
const MOST_TERMS = 64;
const MOST_PARTS = 8;

const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words, and Hangul, which joins particles to words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}]+/gu;
const ACCENTS = /[\u0300-\u036f]/g;
/** The stemmer of SQLite takes the y of "deploy" for a vowel and leaves "deployment" as it is. */
const AFTER_Y = /(?<=[aeo]y)ments?$/;
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})/u;

/**
 * The words of a text as both databases index them; stemming is left to the database. Text without spaces is split into pairs of characters,
 * because its words are unknown. `camelCase` counts as one word and as its parts.
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(RUNS)) {
    for (const piece of piecesOf(run)) {
      if (words.length === MOST_WORDS) return words;
      words.push(piece);
    }
  }
  return words;
}

function* piecesOf(run: string): Iterable<string> {
  let at = 0;
  for (const { 0: unspaced, index } of run.matchAll(UNSPACED)) {
    yield* spacedWords(run.slice(at, index));
    yield* pairsOf(unspaced);
    at = index + unspaced.length;
  }
  yield* spacedWords(run.slice(at));
}

function* spacedWords(run: string): Iterable<string> {
  if (run === '') return;
  const parts = run.split(CAMEL);
  for (const part of parts.length > 1 ? [run, ...parts] : parts) {
    const folded = part.toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
    const word = folded.slice(0, LONGEST_WORD).replace(AFTER_Y, '');
    if (word !== '') yield word;
  }
}

function* pairsOf(run: string): Iterable<string> {
  let before: string | undefined;
  for (const character of run) {
    if (before !== undefined) yield before + character;
    before = character;
  }
  if (before === run) yield run;
}

/** Take a query apart. Any text is a valid query. */
export function searchTerms(query: string) {
  const parts = query
    .split(GAPS)
    .map(withoutMarks)
    .filter((part) => part !== '');
  return {
    /** Words of the index. A hit has at least one of them. */
    words: first(
      preferred(wordsOf(query), (word) => !STOP_WORDS.has(word)),
      MOST_TERMS,
    ),
    /** Texts that a hit contains, such as half of a word or a sign; used where words find too little. */
    parts: first(preferred(parts, isTelling), MOST_PARTS),
  };
}

const GAPS = /[\s\p{Cc}]+/u;
const MARKS = new Set('?!.,;:"\'()[]{}…？！。，、；：“”‘’（）「」《》');

/** Without quotes and punctuation around it, unless that is all there is. */
function withoutMarks(part: string): string {
  const characters = [...part];
  const start = characters.findIndex((each) => !MARKS.has(each));
  const end = characters.findLastIndex((each) => !MARKS.has(each));
  return start === -1
    ? part
    : characters
        .slice(start, end + 1)
        .join('')
        .toLowerCase();
}

/** "to" is part of every other word. */
const isTelling = (part: string) => !STOP_WORDS.has(part) && [...part].length >= 3;

/** Those that pass, or all where none does. */
function preferred(all: readonly string[], passes: (one: string) => boolean): readonly string[] {
  const some = all.filter(passes);
  return some.length > 0 ? some : all;
}

const first = (all: readonly string[], most: number) => [...new Set(all)].slice(0, most);

/** Words that questions are made of. They are indexed, and looked for only if a query has no others. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do does doing don for
  from get gets had has have having he her here him his how i if in into is it its just let me more most my no nor not of off on or our
  out over own s should so some such t than that the their them then there these they this those to too under until up us very was we
  were what when where which while who whom whose why will with would you your
  什么 怎么 如何 哪个 哪些 哪里 多少 为什 我们 你们 他们 是否 可以 应该 需要 有没 没有 一个 这个 那个 是什 么时 时候`.split(
    /\s+/,
  ),
);
