import type { z } from 'zod';
import { inWords, invalidInput } from '../tools/invalid-input.js';
import type { Tool } from '../tools/tool.js';

/**
 * The arguments of a call as the tool declares them, or VALIDATION_ERROR with everything that is wrong. A member that the tool does not
 * know is refused: a misspelt `dry_run` must not become a write.
 */
export function readArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const input = tool.input as z.ZodObject;
  const parsed = input.strict().safeParse(given ?? {}, { error: inWords });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, { given, known: Object.keys(input.shape) });
}
