import { z } from 'zod';
import type { Row } from '../device/fleet.js';
import { toBoolean, toInteger } from '../device/values.js';
import { oneLine } from '../safety/addresses.js';
import { whole } from './schemas.js';

/** One member of a result: its schema, and how it is read from a row of RouterOS. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  read(row: Row): z.output<Schema>;
  describe(text: string): Field<Schema>;
}

export function field<Schema extends z.ZodType>(
  schema: Schema,
  read: (row: Row) => z.output<Schema>,
): Field<Schema> {
  return { schema, read, describe: (text) => field(schema.describe(text), read) };
}

/** A text that every row has, under one of these names. */
export const text = (...members: readonly string[]) => textOr('', ...members);

/** The same with a text of ours where a row has none. */
export const textOr = (otherwise: string, ...members: readonly string[]) =>
  field(z.string(), (row) => firstOf(row, members) ?? otherwise);

/** A text that is cleaned for a sentence of ours. */
export const cleanText = (member: string, otherwise = '') =>
  field(z.string(), (row) => oneLine(row[member] ?? otherwise));

/** A text that some rows have; null where there is none. */
export const maybe = (...members: readonly string[]) =>
  field(z.string().nullable(), (row) => firstOf(row, members) ?? null);

/** The same where an empty text means that there is none. */
export const filled = (member: string) =>
  field(z.string().nullable(), (row) => row[member] || null);

export const flag = (member: string, otherwise = false) =>
  field(z.boolean(), (row) => toBoolean(row[member]) ?? otherwise);

/** A whole number that some rows have. */
export const count = (...members: readonly string[]) =>
  field(whole.nullable(), (row) => toInteger(firstOf(row, members)) ?? null);

function firstOf(row: Row, members: readonly string[]): string | undefined {
  return members.map((member) => row[member]).find((value) => value !== undefined);
}

export type Fields = Readonly<Record<string, Field>>;

type ShapeOf<F extends Fields> = { readonly [K in keyof F]: F[K]['schema'] };

/** What is shown of a row: fields declared once, for the schema and for reading. */
export interface RowRecord<F extends Fields = Fields> {
  readonly fields: F;
  readonly schema: z.ZodObject<ShapeOf<F>, z.core.$strict>;
  read(row: Row): FactsOf<F>;
}

export type FactsOf<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> };

/** The facts that a record reads: `Facts<typeof lease>`. */
export type Facts<R extends { read(row: Row): unknown }> = ReturnType<R['read']>;

export function record<F extends Fields>(fields: F): RowRecord<F> {
  const map = (convert: (field: Field) => unknown) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, convert(field)]));
  return {
    fields,
    schema: z.strictObject(map(({ schema }) => schema) as ShapeOf<F>),
    read: (row) => map((field) => field.read(row)) as FactsOf<F>,
  };
}

const ROWS = 50;

interface Listing {
  /** Says what there is to know, also alone. */
  readonly first: string;
  /** One line per entry that the facts hold. */
  readonly rows: readonly string[];
  /** How many there are on the device or in the registry. */
  readonly total: number;
  /** How the rest can be seen, such as `a higher limit`. */
  readonly more?: string;
}

/** The words for a listing: at most 50 rows, and how many more there are. */
export function describeListing({ first, rows, total, more }: Listing): string {
  const shown = rows.slice(0, ROWS);
  const lines = [first, ...shown];
  if (rows.length > shown.length) {
    lines.push(`… ${rows.length - shown.length} more in the structured content`);
  }
  if (total > rows.length) {
    lines.push(`… ${total - rows.length} more on request${more === undefined ? '' : `: ${more}`}`);
  }
  return lines.join('\n');
}
