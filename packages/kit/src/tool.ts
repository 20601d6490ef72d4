import type { Content } from './content.js';
import type { Context } from './context.js';
import type { JsonSchema, StandardSchema } from './schema/validator.js';

/** Hints about what a tool does. Clients decide from them what may be repeated. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The answer of a tool: a text, content, or a whole result. */
export type ToolAnswer =
  | string
  | readonly Content[]
  | {
      readonly content?: readonly Content[];
      /** Validated against `outputSchema`. Without content, it is also sent as JSON text. */
      readonly structuredContent?: Readonly<Record<string, unknown>>;
      /** The tool failed, and `content` says why. Throw a declared failure instead if your catalog has one. */
      readonly isError?: boolean;
      readonly _meta?: Readonly<Record<string, unknown>>;
    };

/** A tool as its author writes it. */
export interface Tool<Args = Record<string, unknown>> {
  readonly name: string;
  readonly title?: string;
  /** At most 10,000 characters. */
  readonly description?: string;
  /** The JSON Schema of the arguments: listed to clients, and checked on each call. Default: any object. */
  readonly inputSchema?: JsonSchema;
  /** Validates and converts the arguments instead of `inputSchema`, which is then only listed. */
  readonly input?: StandardSchema<Args>;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** Milliseconds; default: that of the kit. */
  readonly deadline?: number;
  run(args: Args, context: Context): ToolAnswer | Promise<ToolAnswer>;
}

/** The arguments that a JSON Schema describes, as a type. What it cannot tell is `unknown`. */
export type ArgumentsOf<S extends JsonSchema> =
  FromSchema<S> extends infer A extends object ? A : Record<string, unknown>;

type FromSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: 'object'; readonly properties: infer P }
      ? { readonly [K in keyof P & RequiredOf<S>]: FromSchema<P[K]> } & {
          readonly [K in Exclude<keyof P, RequiredOf<S>>]?: FromSchema<P[K]>;
        }
      : S extends { readonly type: 'array'; readonly items: infer I }
        ? readonly FromSchema<I>[]
        : S extends { readonly type: keyof Plain }
          ? Plain[S['type']]
          : unknown;

type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

interface Plain {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
  readonly array: readonly unknown[];
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * A tool whose arguments have the type that its schema describes.
 *
 * @example
 * const add = defineTool({
 *   name: 'add',
 *   inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
 *   run: ({ a, b }) => String(a + b),
 * });
 */
export function defineTool<Args>(
  tool: Tool<Args> & { readonly input: StandardSchema<Args> },
): Tool<Args>;
export function defineTool<const S extends JsonSchema>(
  tool: Tool<ArgumentsOf<S>> & { readonly inputSchema: S; readonly input?: never },
): Tool<ArgumentsOf<S>>;
export function defineTool(tool: Tool): Tool {
  return tool;
}
