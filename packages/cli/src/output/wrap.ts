import textWidth from 'fast-string-width';

/** Break a text into lines at spaces; a word longer than a line is cut, after an underscore if it has one. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (textWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (textWidth(line) > width) {
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

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

function cutAt(text: string, width: number): number {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += textWidth(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  const underscore = text.lastIndexOf('_', end - 1);
  return underscore > 0 ? underscore + 1 : end;
}
