/**
 * Break a text into lines at spaces; a word longer than a line is cut, after a slash or underscore if it has one. All lines but the
 * first may be narrower.
 */
export function wrap(text: string, columns: number, others = columns): string[] {
  const lines: string[] = [];
  let line = '';
  const width = () => Math.max(1, lines.length === 0 ? columns : others);
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (fits(joined, width())) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line, width())) {
      const end = seam(line, fitting(line, width()));
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

/** Break a text into lines wherever they are full. */
export function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(fitting(rest, width))) {
    lines.push(rest.slice(0, fitting(rest, width)));
  }
  return lines;
}

/** How many cells of a terminal a text takes: wide characters take two. */
export function cells(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDE.test(character) ? 2 : 1;
  return sum;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cells(text)));
}

/** How much of a text fits; one character at least, so that there is an end. */
export function fitting(text: string, width: number): number {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += cells(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  return end;
}

/** A character that is wider than the line has to do. */
function fits(text: string, width: number): boolean {
  return fitting(text, width) === text.length;
}

function seam(word: string, end: number): number {
  const at = Math.max(word.lastIndexOf('/', end - 1), word.lastIndexOf('_', end - 1));
  return at > 0 ? at + 1 : end;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/u;
