import { clip, type IssueReport } from './report.js';
import type { JsonSchema } from './validator.js';

/** Whether a value fits one part of a schema. It writes the reason only if there is a report, so values that fit cost nothing more. */
export type SchemaRule = (value: unknown, report: IssueReport | undefined, path: string) => boolean;

/** The rule of a schema that takes everything. */
export const pass: SchemaRule = () => true;

/** Adds the expectation to the report, if there is one. */
export function refuse(report: IssueReport | undefined, path: string, message: string): false {
  report?.add(path, message, 'rule');
  return false;
}

/** A rule that takes nothing. */
export function never(message: string): SchemaRule {
  return (_, report, path) => refuse(report, path, message);
}

/** Every rule in turn; without a report, only as far as the first that is broken. */
export function all(rules: readonly SchemaRule[]): SchemaRule {
  const [first] = rules;
  if (first === undefined) return pass;
  if (rules.length === 1) return first;
  return (value, report, path) => {
    let fits = true;
    for (const rule of rules) {
      if (rule(value, report, path)) continue;
      if (report === undefined || report.full) return false;
      fits = false;
    }
    return fits;
  };
}

/** The second rule where the first is kept: a value of another type gives no further error. */
export function inOrder(first: SchemaRule, second: SchemaRule): SchemaRule {
  if (second === pass) return first;
  return (value, report, path) => first(value, report, path) && second(value, report, path);
}

const MAX_NAME = 64;
const MAX_POINTER = 200;

/** Turns a schema that lies within another into a rule. */
export type Compile = (schema: unknown, at: string) => SchemaRule;

/** One schema while it is compiled: gives its keywords, of the right type or not at all. */
export class SchemaPart {
  readonly schema: JsonSchema;
  /** Where it is, as a JSON pointer: `#/properties/a`. */
  readonly at: string;
  readonly #compile: Compile;

  constructor(schema: JsonSchema, at: string, compile: Compile) {
    this.schema = schema;
    this.at = at;
    this.#compile = compile;
  }

  number(keyword: string): number | undefined {
    const value = this.schema[keyword];
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw this.wrong(keyword, 'must be a number');
  }

  count(keyword: string): number | undefined {
    const value = this.number(keyword);
    if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
    throw this.wrong(keyword, 'must be a whole number that is not negative');
  }

  text(keyword: string): string | undefined {
    const value = this.schema[keyword];
    if (value === undefined || typeof value === 'string') return value;
    throw this.wrong(keyword, 'must be a string');
  }

  flag(keyword: string): boolean {
    const value = this.schema[keyword] ?? false;
    if (typeof value === 'boolean') return value;
    throw this.wrong(keyword, 'must be true or false');
  }

  list(keyword: string): readonly unknown[] | undefined {
    const value = this.schema[keyword];
    if (value === undefined || Array.isArray(value)) return value;
    throw this.wrong(keyword, 'must be a list');
  }

  texts(keyword: string): readonly string[] {
    return this.#textsOf(this.list(keyword) ?? [], keyword);
  }

  /** The lists of strings of each name. */
  textsByName(keyword: string): readonly (readonly [string, readonly string[]])[] {
    return this.#entries(keyword).map(([name, value]) => {
      if (!Array.isArray(value)) throw this.wrong(keyword, 'must have lists as members');
      return [name, this.#textsOf(value, keyword)];
    });
  }

  /** The rule of the schema of a keyword; undefined if there is none. */
  child(keyword: string): SchemaRule | undefined {
    const value = this.schema[keyword];
    return value === undefined ? undefined : this.#compile(value, `${this.at}/${keyword}`);
  }

  /** The rules of a list of schemas. */
  children(keyword: string): readonly SchemaRule[] {
    const list = this.list(keyword);
    if (list?.length === 0) throw this.wrong(keyword, 'must not be empty');
    return (list ?? []).map((each, i) => this.#compile(each, `${this.at}/${keyword}/${i}`));
  }

  /** The rules of schemas by name. */
  childrenByName(keyword: string): readonly (readonly [string, SchemaRule])[] {
    return this.#entries(keyword).map(([name, value]) => [
      name,
      this.#compile(value, `${this.at}/${keyword}/${name}`),
    ]);
  }

  pattern(source: string, keyword: string): RegExp {
    try {
      return new RegExp(source, 'u');
    } catch (cause) {
      throw this.wrong(keyword, 'must be a regular expression', cause);
    }
  }

  wrong(keyword: string, problem: string, cause?: unknown): TypeError {
    return new TypeError(
      `JSON Schema: "${clip(keyword, MAX_NAME)}" at ${clip(this.at, MAX_POINTER)} ${problem}`,
      ...(cause === undefined ? [] : [{ cause }]),
    );
  }

  #entries(keyword: string): readonly (readonly [string, unknown])[] {
    const value = this.schema[keyword];
    if (value === undefined) return [];
    if (isObject(value)) return Object.entries(value);
    throw this.wrong(keyword, 'must be an object');
  }

  #textsOf(list: readonly unknown[], keyword: string): readonly string[] {
    if (list.every((each) => typeof each === 'string')) return list;
    throw this.wrong(keyword, 'must be a list of strings');
  }
}

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How deep schemas and values are followed. */
export const MAX_DEPTH = 500;

/** The value nests deeper than is checked, or contains itself. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}
