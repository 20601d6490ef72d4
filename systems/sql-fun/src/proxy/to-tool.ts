import { membersOf } from '@errata/core/contract';
import type { StandardSchema, Tool } from '@errata/kit';
import type { Method, MethodName } from '../methods/index.js';

/** Asks the daemon on behalf of a tool. */
export type Ask = (method: MethodName, params: object, signal: AbortSignal) => Promise<unknown>;

/** Arguments go to the daemon as they came: it judges them by the same schema, in the words of the contract. */
const AS_GIVEN: StandardSchema<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'sql-fun',
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
};

/** A method of the daemon as a tool. */
export function toTool(method: Method, ask: Ask): Tool {
  const { name, title, description, inputSchema, outputSchema } = method;
  return {
    name,
    title,
    description,
    inputSchema,
    input: AS_GIVEN,
    outputSchema,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    async run(args, { signal }) {
      const structuredContent = membersOf(await ask(name, args, signal));
      return {
        content: [{ type: 'text', text: method.toText(structuredContent) }],
        structuredContent,
      };
    },
  };
}
