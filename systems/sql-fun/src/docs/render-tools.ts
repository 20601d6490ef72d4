import type { JsonSchema } from '@errata/kit';
import { codeText, codeTexts, firstSentence, markdownTable } from '@errata/system/docs';
import { METHODS } from '../methods/index.js';

/** As much of JSON Schema as the methods need. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Shape;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** Everything that can be asked: its arguments, what it answers, and what its result has. */
export function renderToolTable(): string {
  return markdownTable(
    ['tool', 'what it answers', 'arguments', '`structuredContent`'],
    Object.values(METHODS).map(({ name, description, inputSchema, outputSchema }) => [
      codeText(name),
      firstSentence(description),
      argumentsOf(inputSchema),
      codeTexts(membersOf(outputSchema).map(([member]) => member)),
    ]),
  );
}

function argumentsOf(schema: JsonSchema): string {
  return membersOf(schema)
    .map(([name, shape]) => `${codeText(name)}: ${typeOf(shape)}`)
    .join('; ');
}

/** The members of an object, with a question mark where one may be missing. */
function membersOf(schema: JsonSchema): (readonly [string, Shape])[] {
  const { properties = {}, required = [] } = schema as Shape;
  return Object.entries(properties).map(
    ([name, shape]) => [required.includes(name) ? name : `${name}?`, shape] as const,
  );
}

function typeOf({ type, enum: words, items, default: value, minimum, maximum }: Shape): string {
  const kind = words?.join('/') ?? (items ? `list of ${typeOf(items)}` : (type ?? 'anything'));
  const range = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
  const preset = value === undefined ? '' : `, default ${String(value)}`;
  return `${kind}${range}${preset}`;
}
