import { parseJson } from '../../json/json.js';

export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** A message with another id, as JSON text, or with none. */
export function withId(text: string, id: string | undefined): string {
  const message = parseJson(text) as Record<string, unknown>;
  const { id: _old, ...rest } = message;
  const body = JSON.stringify(rest);
  return id === undefined ? body : `{"id":${id},${body.slice(1)}`;
}
