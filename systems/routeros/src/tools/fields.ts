import { z } from 'zod';
import type { Row } from '../device/fleet.js';
import { toBoolean, toInteger } from '../device/values.js';
import { oneLine } from '../safety/addresses.js';
import { whole } from './schemas.js';

/** One member of a result: its schema, and how it is read from a row of RouterOS. */
export interface RowField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  read(row: Row): z.output<Schema>;
  describe(text: string): RowField<Schema>;
}

export function field<Schema extends z.ZodType>(
  schema: Schema,
  read: (row: Row) => z.output<Schema>,
): RowField<Schema> {
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

/** A text that some rows have; null if there is none. */
export const maybe = (...members: readonly string[]) =>
  field(z.string().nullable(), (row) => firstOf(row, members) ?? null);

/** Several of them, each under its own name with hyphens: `src_address` is `src-address`. */
export function maybes<const Name extends string>(...names: readonly Name[]) {
  const fields = names.map((name) => [name, maybe(name.replaceAll('_', '-'))]);
  return Object.fromEntries(fields) as Readonly<Record<Name, ReturnType<typeof maybe>>>;
}

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

export type RowFields = Readonly<Record<string, RowField>>;

type ShapeOf<F extends RowFields> = { readonly [K in keyof F]: F[K]['schema'] };

/** What is shown of a row: fields declared once, for the schema and for reading; and how they read in one line. */
export interface RowRecord<F extends RowFields = RowFields> {
  readonly fields: F;
  readonly schema: z.ZodObject<ShapeOf<F>, z.core.$strict>;
  read(row: Row): FactsOf<F>;
  /** The facts in one line. */
  describe(facts: FactsOf<F>): string;
}

export type FactsOf<F extends RowFields> = { [K in keyof F]: z.output<F[K]['schema']> };

/** The facts that a record reads: `Facts<typeof lease>`. */
export type RecordFacts<R extends { read(row: Row): unknown }> = ReturnType<R['read']>;

/** A record. `line` gets facts whose texts are safe in a sentence. */
export function record<F extends RowFields>(
  fields: F,
  line: (shown: FactsOf<F>) => string = () => '',
): RowRecord<F> {
  const map = (convert: (field: RowField) => unknown) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, convert(field)]));
  return {
    fields,
    schema: z.strictObject(map(({ schema }) => schema) as ShapeOf<F>),
    read: (row) => map((field) => field.read(row)) as FactsOf<F>,
    describe: (facts) => line(inOneLine(facts)),
  };
}

/** Facts with every text of a device made safe for a sentence. */
export function inOneLine<T>(facts: T): T {
  if (typeof facts === 'string') return oneLine(facts) as T;
  if (Array.isArray(facts)) return facts.map(inOneLine) as T;
  if (typeof facts !== 'object' || facts === null) return facts;
  const entries = Object.entries(facts).map(([name, value]) => [oneLine(name), inOneLine(value)]);
  return Object.fromEntries(entries) as T;
}

type Part = string | false | null | undefined;

/** The parts that are there, with a separator between them. */
export function joined(separator: string, ...parts: readonly Part[]): string {
  return parts.filter(Boolean).join(separator);
}

/** `"office"`; empty without a text. */
export const quoted = (text: string | null): string => (text ? `"${text}"` : '');

const ROWS = 50;

interface Listing<Item> {
  /** The first line, complete without the others. */
  readonly first: string;
  /** The entries that the facts have. */
  readonly items: readonly Item[];
  readonly line: (item: Item) => string;
  /** How many there are on the device or in the registry. */
  readonly total: number;
  /** How to get the rest, such as `a higher limit`. */
  readonly more?: string | undefined;
}

/** The text of a listing: at most 50 entries, and how many more there are. */
export function describeListing<Item>(listing: Listing<Item>): string {
  const { first, items, line, total, more } = listing;
  const hidden = items.length - ROWS;
  const rest = total - items.length;
  return joined(
    '\n',
    first,
    ...items.slice(0, ROWS).map(line),
    hidden > 0 && `… ${hidden} more in the structured content`,
    rest > 0 && `… ${rest} more on request${more === undefined ? '' : `: ${more}`}`,
  );
}
