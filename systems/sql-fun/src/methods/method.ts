import type { JsonSchema } from '@errata/kit';
import type { MethodContext } from './context.js';

export const METHOD_NAMES = [
  'select_schema',
  'list_schemas',
  'list_objects',
  'describe_table',
  'get_columns',
  'validate_query',
  'analyze_query',
  'validate_schema',
  'format_sql',
] as const;

export type MethodName = (typeof METHOD_NAMES)[number];

/** What a method answers: plain data, ready for JSON. */
export type MethodResult = Readonly<Record<string, unknown>>;

/** Something that can be asked about a schema. */
export interface Method {
  readonly name: MethodName;
  readonly title: string;
  /** For a model: when to use it, and what it answers. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Checks the params and answers; what goes wrong is thrown as a fault of the catalog. */
  run(params: unknown, context: MethodContext): Promise<MethodResult>;
  /** A result of it as text for people and models. */
  toText(result: MethodResult): string;
}
