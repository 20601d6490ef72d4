import { toJson } from '../codec/index.js';
import { byteLength, fitData, stripInvisible } from '../fault/index.js';
import type { View } from './view.js';

/**
 * Text on its way out: what cannot be seen goes first, because it could stand inside a secret and hide it; then the
 * secrets. Shortening comes after, or half a secret would pass.
 */
export function cleanText(text: string, view: View): string {
  return view.redactor.redact(stripInvisible(text));
}

/** The same for a tree of JSON. */
export function cleanDeep(value: unknown, view: View): unknown {
  const { redactor } = view;
  if (isPlain(value, view)) return value;
  // The first pass also makes a finite tree of plain values, which can then be walked.
  return redactor.redactDeep(stripDeep(redactor.redactDeep(value)));
}

/** The same, made to fit. */
export function cleanData(value: unknown, maxBytes: number, view: View): unknown {
  return fitData(cleanDeep(value, view), maxBytes);
}

/** Whether there is nothing to hide in a value; one look at its JSON tells. */
function isPlain(value: unknown, { redactor }: View): boolean {
  const json = toJson(value);
  return json !== undefined && !redactor.suspicious(json);
}

function stripDeep(value: unknown): unknown {
  if (typeof value === 'string') return stripInvisible(value);
  if (Array.isArray(value)) return value.map(stripDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [stripInvisible(key), stripDeep(member)]),
  );
}

/** Whether a text may leave as it is: short enough, and without anything that looks like a secret. */
export function isCleanJson(json: string, { budget, redactor }: View): boolean {
  const near = json.length * 4 > budget.dataBytes;
  if (near && byteLength(json) + HEADROOM > budget.dataBytes) return false;
  return !redactor.suspicious(json);
}

/** What may still be put around a text that was found clean. */
const HEADROOM = 256;
