import { parseJson } from '../../json/json.js';

const DEPTH = 12;
const MOST = 500;
/** Characters of one text that are looked at. */
const LONGEST = 8000;

/** All texts in a value, those in texts of JSON included, as a reader would see them. */
export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const visit = (each: unknown, depth: number): void => {
    if (depth > DEPTH || found.length >= MOST) return;
    if (typeof each === 'string') {
      found.push(readable(each.slice(0, LONGEST)));
      const inner = /^\s*[[{]/.test(each) && each.length <= LONGEST ? parseJson(each) : undefined;
      if (inner !== undefined) visit(inner, depth + 1);
    } else if (typeof each === 'object' && each !== null) {
      for (const member of Object.values(each)) visit(member, depth + 1);
    }
  };
  visit(value, 0);
  return found;
}

/** Line breaks and quotes that were written as escapes or in HTML, as what they are. */
export function readable(text: string): string {
  return text
    .replaceAll(/<br\s{0,4}\/?>|(?:\\r)?\\n(?=\s|\\t)/gi, '\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
