import textWidth from 'fast-string-width';

/** Break a text into lines at spaces; a word longer than a line is cut after a slash, else after an underscore. */
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

/** Breaks each line of a text at spaces; a longer word stays whole, so that paths and addresses can be copied. */
export function fold(text: string, width: number): string {
  return text.replaceAll(/[^\n]+/g, (line) => {
    if (textWidth(line) <= width) return line;
    const lines: string[] = [];
    for (const word of line.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && textWidth(`${last} ${word}`) <= width) {
        lines[lines.length - 1] = `${last} ${word}`;
      } else lines.push(last === undefined ? word : `  ${word}`);
    }
    return lines.join('\n');
  });
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
  const [seam = end - 1] = ['/', '_']
    .map((mark) => text.lastIndexOf(mark, end - 1))
    .filter((at) => at > 0);
  return seam + 1;
}
