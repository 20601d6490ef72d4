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

/** What a tool answers: a text, content, or a whole result. */
export type ToolAnswer =
  | string
  | readonly Content[]
  | {
      readonly content?: readonly Content[];
      /** Checked against `outputSchema`; where there is no content, it is also told as JSON. */
      readonly structuredContent?: Readonly<Record<string, unknown>>;
      /** The tool did not succeed, and `content` says why. Whatever is declared in a catalog is thrown instead. */
      readonly isError?: boolean;
      readonly _meta?: Readonly<Record<string, unknown>>;
    };

/** A tool as its author writes it. */
export interface Tool<Args = Record<string, unknown>> {
  readonly name: string;
  readonly title?: string;
  /** At most 10,000 characters. */
  readonly description?: string;
  /** What clients are told of the arguments, and what they are checked by; default: any object. */
  readonly inputSchema?: JsonSchema;
  /** Checks and converts the arguments in place of `inputSchema`, which is then only told. */
  readonly input?: StandardSchema<Args>;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** Milliseconds; default: that of the kit. */
  readonly deadline?: number;
  run(args: Args, context: Context): ToolAnswer | Promise<ToolAnswer>;
}
