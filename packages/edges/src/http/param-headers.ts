import { membersOf } from '@errata/core/contract';
import { decodeHeaderValue } from './header-value.js';
import type { HttpHead } from './http-messages.js';

/** An argument that a tool marks with `x-mcp-header`: the name behind `Mcp-Param-`, and where the argument is. */
export interface ParamHeader {
  readonly name: string;
  readonly path: readonly string[];
}

/** The first header that is missing or does not say what the arguments say, if any (SEP-2243). */
export function wrongParamHeader(
  declared: readonly ParamHeader[],
  args: unknown,
  head: HttpHead,
): string | undefined {
  const wrong = declared.find(({ name, path }) => {
    const value = valueAt(args, path);
    // No value, no header; and what is no scalar is for the tool's own validation.
    if (!isScalar(value)) return false;
    const header = head.header(`mcp-param-${name.toLowerCase()}`);
    return header === undefined || !says(header, value);
  });
  return wrong === undefined ? undefined : `Mcp-Param-${wrong.name}`;
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

// `Number` alone would take 0x1a, 1e3 and the empty text.
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function says(header: string, value: Scalar): boolean {
  const text = decodeHeaderValue(header);
  if (text === undefined) return false;
  return typeof value === 'number' && DECIMAL.test(text)
    ? Number(text) === value
    : text === String(value);
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    const members = membersOf(value);
    if (!Object.hasOwn(members, key)) return undefined;
    value = members[key];
  }
  return value;
}
