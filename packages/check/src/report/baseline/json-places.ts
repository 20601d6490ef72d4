type Path = readonly (string | number)[];

/** Where the values of a JSON text stand, so that complaints can name a line. */
export interface JsonPlaces {
  /** Where it stops being JSON; undefined of good JSON. */
  readonly broken: number | undefined;
  /** The line, counted from 1, of a value, or of the nearest one above it where there is none. */
  lineOf(path: Path): number;
}

const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iuy;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** Engines do not always say where a text breaks off, and never where a value was. */
export function findPlaces(text: string): JsonPlaces {
  const places = new Map<string, number>();
  let at = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const takeMark = (mark: string): boolean => {
    take(SPACE);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };
  const list = (end: string, item: (index: number) => boolean): boolean => {
    if (takeMark(end)) return true;
    for (let index = 0; item(index); index += 1) {
      if (takeMark(end)) return true;
      if (!takeMark(',')) return false;
    }
    return false;
  };
  const member = (path: Path): boolean => {
    take(SPACE);
    const name = take(STRING);
    return name !== undefined && takeMark(':') && value([...path, JSON.parse(name) as string]);
  };
  const value = (path: Path): boolean => {
    take(SPACE);
    places.set(JSON.stringify(path), at);
    if (takeMark('{')) return list('}', () => member(path));
    if (takeMark('[')) return list(']', (index) => value([...path, index]));
    return take(STRING) !== undefined || take(PLAIN) !== undefined;
  };

  const whole = value([]) && take(SPACE) !== undefined && at === text.length;
  return {
    broken: whole ? undefined : at,
    lineOf: (path) => {
      const near = path.findLastIndex((_, index) => places.has(keyOf(path, index + 1)));
      return lineAt(text, places.get(keyOf(path, near + 1)) ?? 0);
    },
  };
}

/** The line, counted from 1, of a place in a text. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function keyOf(path: Path, length: number): string {
  return JSON.stringify(path.slice(0, length));
}
