/** The line, counted from 1, of a value in a JSON text that is known to be well-formed; of the nearest value above it where it has none. */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  let at = skip(text, 0);
  for (const step of path) {
    const next = enter(text, at, step);
    if (next === undefined) break;
    at = next;
  }
  return lineAt(text, at);
}

/** The line, counted from 1, of a place in a text. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Where the value of a member or an element begins. */
function enter(text: string, container: number, step: string | number): number | undefined {
  if (text[container] !== '{' && text[container] !== '[') return undefined;
  let at = skip(text, container + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    let name: string | number = index;
    if (text[container] === '{') {
      const end = endOfValue(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skip(text, skip(text, end) + 1);
    }
    if (name === step) return at;
    at = skip(text, endOfValue(text, at));
    if (text[at] === ',') at = skip(text, at + 1);
  }
  return undefined;
}

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at += 1;
  return at;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const letter = text[at]!;
    if (letter === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      if (depth === 0) return at + 1;
    } else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && ', \t\r\n'.includes(letter)) return at;
    at += 1;
  }
  return at;
}
