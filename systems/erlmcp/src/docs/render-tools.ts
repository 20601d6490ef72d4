import { codeText, codeTexts, markdownTable } from '@errata/system/docs';
import { TOOLS } from '../sample/tools/index.js';

/** As much of JSON Schema as the tools of the sample need. */
interface Schema {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Every tool of the sample: its arguments, what it does, and what its result has. */
export function renderToolTable(): string {
  return markdownTable(
    ['tool', 'arguments', 'what it does', '`structuredContent`'],
    TOOLS.map(({ name, description = '', inputSchema = {}, outputSchema = {} }) => [
      codeText(name),
      argumentsOf(inputSchema as Schema),
      description,
      membersOf(outputSchema as Schema),
    ]),
  );
}

function argumentsOf({ properties = {} }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => `${codeText(name)}: ${typeOf(schema)}`)
    .join('; ');
}

function typeOf({ type = 'anything', minimum, maximum, default: value }: Schema): string {
  const range =
    minimum === undefined || maximum === undefined
      ? ''
      : `, ${minimum} to ${maximum.toLocaleString('en-US')}`;
  const unlessTold = value === undefined ? '' : `, ${JSON.stringify(value)} unless told`;
  return `${type}${range}${unlessTold}`;
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  return codeTexts(
    Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`)),
  );
}
