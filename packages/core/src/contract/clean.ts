import { isSimple, toJson } from '../codec/index.js';
import { byteLength, fitData, stripInvisible, type Fault } from '../fault/index.js';
import { objectOrEmpty } from './shape.js';
import type { View } from './view.js';

/**
 * The view for a fault that `redactFault` gave: what it says now is in words of ours, and only the values of its context
 * were written by others. `texts`: what was made of it.
 */
export function viewOfOwn(fault: Fault, texts: readonly string[], view: View): View {
  const { given, context, details } = fault;
  const { suggestion = '', suggestions = [], nextSteps = [] } = fault;
  const sentences = [details, suggestion, ...suggestions, ...nextSteps, ...texts];
  const redactor = view.redactor
    .withSentences(typeof given.details === 'function' ? [stripInvisible(details)] : [], [])
    .withSentences(sentences.map(stripInvisible), valuesIn(context));
  return { ...view, redactor };
}

/** The texts of a context but for those that a schema says of a field: its `errors` are in words of ours. */
function valuesIn(context: object): string[] {
  const { errors, ...others } = context as Record<string, unknown>;
  const fields = Array.isArray(errors)
    ? errors.map((error) => {
        const { message: _message, expected: _expected, ...rest } = objectOrEmpty(error);
        return rest;
      })
    : errors;
  const values: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') values.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect([others, fields]);
  return values;
}

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

/**
 * The object of a text that was found clean. It will be written again, by somebody else: an object with a `toJSON` could then say
 * something else, so it is read back from its text.
 */
export function settled<T>({ object, text }: { readonly object: T; readonly text: string }): T {
  return isSimple(object) ? object : (JSON.parse(text) as T);
}
