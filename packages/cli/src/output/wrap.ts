/** Break a text into lines at spaces; a word longer than a line is cut, after an underscore if it has one. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (cells(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (cells(line) > width) {
      const end = cutAt(line, width);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

/** The lines of a text, each moved in by some spaces. */
export function indent(text: string, spaces: number, width: number): string[] {
  return wrap(text, width - spaces).map((line) => ' '.repeat(spaces) + line);
}

/** How many cells of a terminal a text takes: wide East Asian characters take two. */
export function cells(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDE.test(character) ? 2 : 1;
  return sum;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cells(text)));
}

function cutAt(text: string, width: number): number {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += cells(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  const underscore = text.lastIndexOf('_', end - 1);
  return underscore > 0 ? underscore + 1 : end;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
