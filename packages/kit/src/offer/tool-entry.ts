import { whenReady, type Maybe } from '@errata/core/internal';
import { invalidDefinition } from '../failures.js';
import { pathKeys } from '../schema/report.js';
import type { Check, JsonSchema, StandardSchema, Validator } from '../schema/validator.js';
import type { Tool } from '../tool.js';
import type { Listed } from './registry.js';

type AnyArguments = Readonly<Record<string, unknown>>;

/** Arguments as the schema converted them, or what is wrong with them, as issues of Standard Schema. */
type Checked = { readonly value: AnyArguments } | { readonly issues: readonly unknown[] };

/** A tool that is offered: with its schemas compiled. */
export interface ToolEntry extends Listed {
  readonly tool: Tool<AnyArguments>;
  readonly checkInput: (args: AnyArguments) => Maybe<Checked>;
  readonly checkOutput: Check | undefined;
}

const MAX_DESCRIPTION = 10_000;
const ANY_OBJECT: JsonSchema = { type: 'object' };
const NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Hold a tool to the rules and compile what it says. */
export function createToolEntry(tool: Tool<AnyArguments>, validator: Validator): ToolEntry {
  const { name, title, description, inputSchema = ANY_OBJECT, outputSchema, annotations } = tool;
  assertTool(tool);
  return {
    key: name,
    tool,
    listed: {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      inputSchema,
      ...(outputSchema && { outputSchema }),
      ...(annotations && { annotations }),
    },
    checkInput: inputCheckOf(tool, inputSchema, validator),
    checkOutput: outputSchema && compile(validator, outputSchema, 'outputSchema'),
  };
}

function assertTool({
  name,
  description,
  inputSchema = ANY_OBJECT,
  run,
}: Tool<AnyArguments>): void {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw invalidDefinition(
      'The name of a tool has 1 to 128 of A-Z, a-z, 0-9, "_", "-", "." and "/"',
    );
  }
  if (description !== undefined && description.length > MAX_DESCRIPTION) {
    const details = `The description has ${description.length} characters; the most are ${MAX_DESCRIPTION}`;
    throw invalidDefinition(details, { context: { tool: name, problem: 'description-too-long' } });
  }
  if (inputSchema['type'] !== 'object')
    throw invalidDefinition('inputSchema: must be of type object');
  if (typeof run !== 'function') throw invalidDefinition('run: has to be a function');
}

function inputCheckOf(
  { input, inputSchema: declared }: Tool<AnyArguments>,
  inputSchema: JsonSchema,
  validator: Validator,
): ToolEntry['checkInput'] {
  if (input !== undefined) return standardCheck(input);
  // Arguments are an object already when they come here.
  if (declared === undefined) return (value) => ({ value });
  const check = compile(validator, inputSchema, 'inputSchema');
  return (value) => {
    const issues = check(value);
    if (issues.length === 0) return { value };
    return { issues: issues.map(({ path, message }) => ({ path: pathKeys(path), message })) };
  };
}

/** Checks by a schema of Zod, Valibot, ArkType or any other that follows Standard Schema; a promise only if the schema gives one. */
function standardCheck(schema: StandardSchema<AnyArguments>): ToolEntry['checkInput'] {
  const { validate } = schema['~standard'];
  return (value) =>
    whenReady(validate(value), (result) =>
      result.issues === undefined ? { value: result.value } : { issues: result.issues },
    );
}

function compile(validator: Validator, schema: JsonSchema, member: string): Check {
  try {
    return validator.compile(schema);
  } catch (cause) {
    const why = cause instanceof TypeError ? cause.message : 'cannot be compiled';
    throw invalidDefinition(`${member}: ${why}`, { cause });
  }
}
