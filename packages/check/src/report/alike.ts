import type { GroupedView } from './grouped-views.js';

/** So much of a text tells what it is about. */
const TELLING = 1000;

/** Whether two views show the very same, of whatever call. */
export function isSameView(a: GroupedView, b: GroupedView): boolean {
  return JSON.stringify(a.shown) === JSON.stringify(b.shown);
}

/** Whether two views differ only a little: the same hosts together, and most words the same. */
export function isLikeView(a: GroupedView, b: GroupedView): boolean {
  return (
    a.shown.length === b.shown.length &&
    a.shown.every(({ names, text }, index) => {
      const other = b.shown[index]!;
      return names.join() === other.names.join() && isLike(text, other.text);
    })
  );
}

/** Whether two thirds of the words are in both. */
export function isLike(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const both = [...one].filter((word) => other.has(word)).length;
  return both * 3 >= Math.max(one.size, other.size) * 2;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.slice(0, TELLING).match(/\S+/g));
}

/** How many characters at the end of two texts are the same. */
export function sharedTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}
