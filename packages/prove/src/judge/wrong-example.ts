import { clipText } from '@errata/core/internal';
import type { Example } from '../system.js';
import type { Reply } from './read-reply.js';

/** The value of each placeholder so far: the same name is the same text everywhere. */
type Bound = Map<string, string>;

/** In what a failure differs from the example of its document, in a sentence; undefined if it does not. */
export function wrongExample(
  { surface, line, payload }: Reply,
  { message, data }: Example,
): string | undefined {
  const bound: Bound = new Map();
  // A result has a text of its own in place of the message.
  const compared = message !== undefined && surface === 'rpc';
  return (
    (compared ? differs(line, message, 'message', bound) : undefined) ??
    (data === undefined ? undefined : differs(payload, data ?? undefined, 'data', bound))
  );
}

function differs(value: unknown, wanted: unknown, path: string, bound: Bound): string | undefined {
  if (typeof wanted === 'string') return differsFromText(value, wanted, path, bound);
  if (typeof wanted !== 'object' || wanted === null) {
    return value === wanted ? undefined : tell(path, value, wanted);
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) !== Array.isArray(wanted)
  ) {
    return tell(path, value, wanted);
  }
  if (Array.isArray(wanted) && (value as unknown[]).length !== wanted.length) {
    return tell(path, value, wanted);
  }
  for (const [name, inner] of Object.entries(wanted)) {
    const at = Array.isArray(wanted) ? `${path}[${name}]` : `${path}.${name}`;
    if (!Object.hasOwn(value, name)) return `${at} is not there`;
    const wrong = differs((value as Record<string, unknown>)[name], inner, at, bound);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const PLACEHOLDER = /<(\w+)>/;

function differsFromText(
  value: unknown,
  wanted: string,
  path: string,
  bound: Bound,
): string | undefined {
  // A placeholder alone may also be a number.
  const text = typeof value === 'number' && PLACEHOLDER.test(wanted) ? String(value) : value;
  if (typeof text !== 'string') return tell(path, value, wanted);
  const names: string[] = [];
  const pattern = wanted
    .split(PLACEHOLDER)
    .map((part, index) => {
      if (index % 2 === 0) return literally(part);
      const known = bound.get(part);
      if (known !== undefined) return literally(known);
      // The same name twice in one text: the second is what the first was.
      if (names.includes(part)) return `\\k<${part}>`;
      names.push(part);
      return `(?<${part}>.+?)`;
    })
    .join('');
  const match = new RegExp(`^${pattern}$`, 'su').exec(text);
  if (match === null) return tell(path, value, wanted);
  for (const name of names) bound.set(name, match.groups?.[name] ?? '');
  return undefined;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function tell(path: string, value: unknown, wanted: unknown): string {
  const [came, expected] = [value, wanted].map((each) =>
    clipText(JSON.stringify(each) ?? 'nothing', 160),
  );
  return `${path} is ${came}, and the document says ${expected}`;
}
