// Steps through JSON as text, for what JSON.parse does not tell: where something stands and how it was spelled.

/** The index of the quote that closes the string opened at `start`, or -1. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let first = end;
    while (text.charCodeAt(first - 1) === 0x5c) first--;
    if ((end - first) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return -1;
}

export function skipSpace(text: string, from: number): number {
  let i = from;
  for (;;) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) return i;
    i++;
  }
}

/** The texts of the items of a valid JSON array. */
export function splitArray(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) {
      i = endOfString(text, i);
    } else if (unit === 0x5b || unit === 0x7b) {
      if (++depth === 1) start = i + 1;
    } else if (unit === 0x5d || unit === 0x7d) {
      if (--depth === 0) items.push(text.slice(start, i));
    } else if (unit === 0x2c && depth === 1) {
      items.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return items;
}
