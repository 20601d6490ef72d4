import { toJson } from '../codec/index.js';
import type { Definition, Fault } from '../fault/index.js';

/** Writes the error object of one definition, or gives undefined where the general way is needed. */
export type BareText = (fault: Fault) => string | undefined;

/**
 * The text of error objects that are title and declared fields alone: everything but the values is made once. Only for
 * definitions whose number does not depend on the occurrence.
 */
export function createBareText(definition: Definition, code: number): BareText {
  const { title, fields } = definition;
  const head = JSON.stringify({ code, message: title }).slice(0, -1);
  const names = fields.map(({ name }) => name);
  const keys = names.map((name) => `${JSON.stringify(name)}:`);
  return ({ context, given }) => {
    if (given.message !== undefined) return undefined;
    const values = context as Readonly<Record<string, unknown>>;
    let members = '';
    for (let i = 0; i < names.length; i++) {
      const value = values[names[i]!];
      if (value === undefined) continue;
      const text = jsonOf(value);
      if (text === undefined) return undefined;
      members += members === '' ? keys[i]! + text : `,${keys[i]}${text}`;
    }
    return members === '' ? `${head}}` : `${head},"data":{${members}}}`;
  };
}

/** What JSON.stringify gives for the value, in less time where it is a plain one; undefined where it has no JSON. */
function jsonOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return toJson(value);
  }
}

// Quote, backslash, controls, and surrogates, of which only the lone ones are escaped.
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
