/** What can not be seen, or moves what can: controls, formats, lone surrogates, unassigned and private characters, line separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

const PICTURES: Readonly<Record<string, string>> = { '\n': '␊', '\r': '␍', '\t': '␉' };

/**
 * A text of the server's that may stand in a terminal or a document. Other escapes than those of JSON, so that a raw character
 * differs from one that the server escaped.
 */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, nameOf);
}

/** The same in pieces, for those who mark what was unseen. */
export function printableParts(
  text: string,
): readonly { readonly text: string; readonly unseen: boolean }[] {
  const parts: { text: string; unseen: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), unseen: false });
    parts.push({ text: nameOf(match[0]), unseen: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), unseen: false });
  return parts;
}

function nameOf(character: string): string {
  const number = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return PICTURES[character] ?? `<U+${number}>`;
}
/** `1,204`. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 request`, `1,204 requests`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** `830 ms`, `12.4 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The beginning of a text; a pair of surrogates is not torn. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Sentences are longer than this only if a server had its way with them. */
const SENTENCE_CAP = 600;

/** A sentence that may quote the server, or a name that the server gave itself. */
export function brief(text: string): string {
  return text.length <= SENTENCE_CAP
    ? text
    : `${clip(text, SENTENCE_CAP)} … ${counted(text.length, 'character')}`;
}
/** What CI logs obey: GitHub `##[` anywhere in a line, Azure `##vso[`, TeamCity `##teamcity[`. */
const COMMAND = /##(?=\w{0,32}\[)/g;
/** GitHub obeys a line that begins with `::`. */
const LINE_COMMAND = /^([^\S\n\r\u2028\u2029]*):(?=:)/gm;

/** XML or HTML that means the same, and that a CI log does not obey when the file is printed there. */
export function withoutCommands(markup: string): string {
  return markup.replaceAll(COMMAND, '#&#35;').replaceAll(LINE_COMMAND, '$1&#58;');
}

/** JSON without a raw character that a terminal might obey or an editor might hide: they can only stand in strings, where they may be escaped. */
export function jsonText(value: unknown, spaces?: number): string {
  return JSON.stringify(value, undefined, spaces)
    .replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    )
    .replaceAll(COMMAND, '#\\u0023');
}

/** So much of a text is kept in files. */
const CAP = 4000;

/** How the run marks what it has cut itself. */
const MARK = /^… \((\d+) characters\)$/;

/** A text of the wire, or what is kept of it. */
export interface WireText {
  readonly text: string;
  /** How many characters it was. */
  readonly length: number;
}

export function wireText(text: string): WireText {
  const cut = MARK.exec(text.slice(CAP));
  return { text: clip(text, CAP), length: cut === null ? text.length : Number(cut[1]) };
}
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

/** Text as content of XML. What XML forbids must not be in it any more, but line ends may. */
export function text(value: string): string {
  return withoutCommands(
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

/** Attributes with any texts at all: what can not be seen is named. */
export function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(printable(value)).replaceAll('"', '&quot;')}"`)
    .join('');
}

/** An element with content that is XML already. */
export function element(
  name: string,
  values: Readonly<Record<string, string>>,
  content = '',
): string {
  const begin = `<${name}${attributes(values)}`;
  if (content === '') return `${begin}/>`;
  return content.startsWith('<')
    ? `${begin}>\n${content}\n</${name}>`
    : `${begin}>${content}</${name}>`;
}
