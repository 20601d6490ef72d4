import { projectNumber } from '@errata/core/internal';
import type { Cell } from '@errata/prove';
import { codeText, codeTexts } from './markdown.js';

// What the pages of several systems show of failures and schemas, in the same words.

type Numbered = Parameters<typeof projectNumber>[0];
type Condition = Parameters<typeof projectNumber>[1];

/** The number of a failure on 2026-07-28. */
export function modernNumber(definition: Numbered & { readonly condition?: unknown }): string {
  const { condition } = definition;
  const known = typeof condition === 'string' ? (condition as Condition) : undefined;
  return String(projectNumber(definition, known, '2026-07-28'));
}

interface Field {
  readonly name: string;
  readonly required?: boolean;
}

const labelOf = ({ name, required }: Field): string => (required === true ? name : `${name}?`);

/** The members of `data`, with a question mark where one may be missing. Members of members are left out. */
export function fieldTexts(fields: readonly Field[]): string {
  return codeTexts(fields.filter(({ name }) => !/[.[]/.test(name)).map(labelOf));
}

/** As much of JSON Schema as the tools of these systems need. */
export interface DocSchema {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly enum?: unknown;
  readonly items?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
}

function membersOf({ properties = {}, required = [] }: DocSchema) {
  const needed = required as readonly string[];
  return Object.entries(properties as Readonly<Record<string, DocSchema>>).map(
    ([name, schema]) => ({ label: labelOf({ name, required: needed.includes(name) }), schema }),
  );
}

/** The members of an object, with a question mark where one may be missing. */
export function memberTexts(schema: DocSchema): string {
  return codeTexts(membersOf(schema).map(({ label }) => label));
}

/** The arguments of a tool with their types. */
export function argumentTexts(input: DocSchema): string {
  return membersOf(input)
    .map(({ label, schema }) => `${codeText(label)}: ${typeText(schema)}`)
    .join('; ');
}

function typeText(schema: DocSchema): string {
  const { type = 'anything', enum: words, items, default: preset, minimum, maximum } = schema;
  const kind = items === undefined ? String(type) : `list of ${typeText(items as DocSchema)}`;
  const isRange = minimum !== undefined && maximum !== undefined;
  return [
    Array.isArray(words) ? words.join('/') : kind,
    ...(isRange ? [`${grouped(minimum)} to ${grouped(maximum)}`] : []),
    ...(preset === undefined ? [] : [`default ${String(preset)}`]),
  ].join(', ');
}

const grouped = (value: unknown): string => Number(value).toLocaleString('en-US');

/** What to do about a failure: words of the page, or those of its definition. */
export function adviceOf(
  { reason, suggestion }: { readonly reason: string; readonly suggestion?: unknown },
  words: Readonly<Record<string, string>>,
): string {
  const advice = words[reason] ?? suggestion;
  if (typeof advice === 'string') return advice;
  throw new TypeError(`no advice for ${reason}`);
}

/** The transports and revisions of these that have a cause. */
export function placesOf(
  transports: readonly Cell['transport'][],
  impossible: ((cell: Cell) => string | undefined) | undefined,
): readonly Cell[] {
  const eras = ['2025-11-25', '2026-07-28'] as const;
  return transports
    .flatMap((transport) => eras.map((era) => ({ transport, era })))
    .filter((cell) => impossible?.(cell) === undefined);
}
