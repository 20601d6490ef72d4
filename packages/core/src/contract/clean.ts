import { fitData, stripInvisible } from '../fault/index.js';
import type { View } from './view.js';

/** Text on its way out: secrets first, then what cannot be seen. Shortening comes after, or half a secret would pass. */
export function cleanText(text: string, view: View): string {
  return stripInvisible(view.redactor.redact(text));
}

/** The same for a tree of JSON, which is then made to fit. */
export function cleanData(value: unknown, maxBytes: number, view: View): unknown {
  return fitData(stripDeep(view.redactor.redactDeep(value)), maxBytes);
}

/** The input is what `redactDeep` gave: a finite tree of plain values. */
function stripDeep(value: unknown): unknown {
  if (typeof value === 'string') return stripInvisible(value);
  if (Array.isArray(value)) return value.map(stripDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [stripInvisible(key), stripDeep(member)]),
  );
}
