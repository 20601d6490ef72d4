import { membersOf, parseJson } from '../../json/json.js';

const ID = /["']?\bid["']?\s*:\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]]+)/g;

/**
 * All ids that a reader might find in a text, without their types. Texts that are no JSON, and members that are named twice,
 * have ids too: a server that reads them in its own way answers a question that was asked.
 */
export function idsIn(text: string): readonly string[] {
  const value = parseJson(text);
  const messages: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  const read = messages.flatMap((message) => membersOf(message)['id'] ?? []);
  const written = [...text.matchAll(ID)].map(([, id = '']) => valueOf(id));
  const found = read.length > written.length ? read : written;
  return found.flatMap((id) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
  );
}

/** What no reader of JSON understands is taken as it is written, but for its quotes. */
function valueOf(id: string): unknown {
  const value = parseJson(id);
  return value === undefined ? id.replace(/^'(.*)'$/, '$1') : value;
}
