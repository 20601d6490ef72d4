import { toJson } from '../codec/index.js';
import type { Definition, Fault } from '../fault/index.js';

/** The error objects of one definition that are title and declared fields alone, in two parts. */
export interface BareText {
  /** Code and title, which all of them share. */
  readonly head: string;
  /** The members of `data`, or undefined where one has no JSON. */
  members(fault: Fault): string | undefined;
}

/** What can be made once is made here. Only for definitions whose number does not depend on the occurrence. */
export function createBareText({ title, fields }: Definition, code: number): BareText {
  const names = fields.map(({ name }) => name);
  const keys = names.map((name) => `${JSON.stringify(name)}:`);
  return {
    head: JSON.stringify({ code, message: title }).slice(0, -1),
    members({ context }) {
      const values = context as Readonly<Record<string, unknown>>;
      let members = '';
      for (let i = 0; i < names.length; i++) {
        const value = values[names[i]!];
        if (value === undefined) continue;
        const json = jsonOf(value);
        if (json === undefined) return undefined;
        members += members === '' ? keys[i]! + json : `,${keys[i]}${json}`;
      }
      return members;
    },
  };
}

/** Head and members as one object. */
export function joinBareText(head: string, members: string): string {
  return members === '' ? `${head}}` : `${head},"data":{${members}}}`;
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
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
