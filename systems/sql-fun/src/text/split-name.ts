/** A part of a name: `users`, or `"Users"` without its quotes. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}

/** Takes a name such as `sales."Order"` apart at its dots; undefined where it is none. */
export function splitName(name: string): readonly NamePart[] | undefined {
  const parts: NamePart[] = [];
  let rest = name;
  for (;;) {
    const found = /^(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/s.exec(rest);
    if (found === null) return undefined;
    const [whole, quoted, plain, end] = found;
    parts.push(
      quoted === undefined
        ? { text: plain!, quoted: false }
        : { text: quoted.replaceAll('""', '"'), quoted: true },
    );
    if (end === '') return parts;
    rest = rest.slice(whole.length);
  }
}
