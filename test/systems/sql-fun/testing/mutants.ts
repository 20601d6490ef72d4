import type { Query } from './read-corpus.js';

/** Ways to change a word of a query; the ones behind the first take turns. */
const CHANGES: readonly (readonly [how: string, change: (word: string) => string])[] = [
  ['misspelt', (word) => `${word}q`],
  ['missing', () => ''],
  ['a literal', () => "'x'"],
  ['id', () => 'id'],
];

/** Each query many times, each time with one word changed. Most are wrong then, and some are not. */
export function mutantsOf({ name, sql }: Query): readonly Query[] {
  return [...sql.matchAll(/\b[a-z_][a-z0-9_]*\b/g)].flatMap(({ 0: word, index }, n) =>
    [CHANGES[0]!, CHANGES[1 + (n % 3)]!].map(([how, change]) => ({
      name: `${name}: word ${n + 1} (${word}) is ${how}`,
      sql: (sql.slice(0, index) + change(word) + sql.slice(index + word.length)).trim(),
    })),
  );
}
