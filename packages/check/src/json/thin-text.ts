/** The beginning of a text, as a text of its own: a mere slice would hold all of what it was cut from in memory. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : copyText(text.slice(0, most));
}

/** A text that was cut out of another, as a text of its own. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
/** Bytes that an entry of a list or an object takes, more or less. */
const PER_ENTRY = 64;
const [BRACKET, BRACE] = [0x5b, 0x7b];

/** Bytes that a text and its value take in memory, more or less: three characters such as `{},` are an object. */
export function weightOf(text: string): number {
  let entries = 1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === COMMA || letter === BRACKET || letter === BRACE) entries += 1;
  }
  return text.length + entries * PER_ENTRY;
}

/** Levels of a value that are kept. */
const DEEPEST = 500;

/** A value that is safe to walk through: parts that are too deep are null, so that a reply cannot overflow the stack. */
export function boundDepth(value: unknown): unknown {
  let level = containersIn([value]);
  for (let depth = 1; depth < DEEPEST && level.length > 0; depth += 1) {
    level = level.flatMap((each) => containersIn(Object.values(each)));
  }
  for (const each of level) {
    for (const [name, inner] of Object.entries(each)) {
      if (isContainer(inner)) each[name] = null;
    }
  }
  return value;
}

type Container = Record<string, unknown>;

function containersIn(values: readonly unknown[]): Container[] {
  return values.filter(isContainer);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Entries of lists and objects that are kept of a text; besides those of objects near the top, which say what a message is. */
export const MOST_ENTRIES = 50_000;
const MOST_ABOVE = 10_000;
/** Levels near the top: a batch, its messages, their results. */
const ABOVE = 3;

/**
 * A JSON text without what would fill the memory as a value: lists and objects lose what comes after so many entries, and what is too
 * deep is null. What is left out is not read, but for its brackets.
 */
export function thinText(text: string, most = MOST_ENTRIES): string {
  const kept: string[] = [];
  const closers: number[] = [];
  let from = 0;
  let left = most;
  let leftAbove = MOST_ABOVE;
  let at = 0;

  /** Whether there is room for an entry that begins here. */
  const hasRoom = (): boolean => {
    const isAbove = closers.length <= ABOVE && closers.at(-1) === CLOSE_OBJECT;
    return isAbove ? (leftAbove -= 1) >= 0 : (left -= 1) >= 0;
  };
  /** Leave out everything from here to the end of the list or object that is open. */
  const leaveRest = (): void => {
    kept.push(text.slice(from, at));
    at = from = endOfOpen(text, at);
  };

  while (at < text.length) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfString(text, at);
    else if (letter === COMMA) {
      if (closers.length > 0 && !hasRoom()) leaveRest();
      else at += 1;
    } else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      if (closers.length >= DEEPEST) {
        kept.push(text.slice(from, at), 'null');
        at = from = endOfOpen(text, at + 1) + 1;
        continue;
      }
      closers.push(letter === OPEN_LIST ? CLOSE_LIST : CLOSE_OBJECT);
      at += 1;
      if (!hasRoom()) leaveRest();
    } else {
      if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) closers.pop();
      at += 1;
    }
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The place of the closing bracket, or the end of the text. */
function endOfOpen(text: string, from: number): number {
  let depth = 1;
  let at = from;
  while (at < text.length) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (letter === OPEN_LIST || letter === OPEN_OBJECT) depth += 1;
    else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth -= 1;
    if (depth === 0) return at;
    at += 1;
  }
  return at;
}

/** Where a string that begins here is over. */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

/** Whether an odd number of backslashes is before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
