import { codeText, codeTexts } from '@errata/system/docs';
import { NAME } from '../policy/index.js';

/** As much of JSON Schema as the arguments of tools need. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
}

/** The type of an argument and its limits, in a few words. */
export function describeType(schema: ArgumentSchema): string {
  switch (schema.type) {
    case 'string':
      return describeText(schema);
    case 'integer':
      return `integer, ${schema.minimum} to ${grouped(schema.maximum)}`;
    case 'array':
      return `list of at most ${grouped(schema.maxItems)}: ${describeType(schema.items ?? {})}`;
    case 'object':
      return schema.properties === undefined
        ? 'object'
        : `object with ${codeTexts(Object.keys(schema.properties))}`;
    default:
      return schema.type ?? 'anything';
  }
}

function describeText({ enum: words, format, pattern, maxLength }: ArgumentSchema): string {
  if (words !== undefined) return codeTexts(words);
  const kind = format ?? describePattern(pattern);
  return maxLength === undefined ? kind : `${kind}, at most ${grouped(maxLength)} characters`;
}

/** Patterns that have a word for them; NUL is in no text, which nobody needs to be told. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  [NAME.source, 'name'],
  ['^[^\\x00]*$', 'text'],
  ['^[0-9A-Fa-f]{64}$', '64 hexadecimal digits'],
]);

function describePattern(pattern: string | undefined): string {
  return pattern === undefined ? 'text' : (PATTERNS.get(pattern) ?? codeText(pattern));
}

const grouped = (count: number | undefined): string =>
  (count ?? Number.POSITIVE_INFINITY).toLocaleString('en-US');
