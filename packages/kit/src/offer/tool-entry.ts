import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Maybe } from '@errata/core/internal';
import type {
  Check,
  Issue,
  JsonSchema,
  StandardIssue,
  StandardResult,
  StandardSchema,
  Validator,
} from '../schema/validator.js';
import type { Tool } from '../tool.js';
import type { Listed } from './registry.js';
import { clip, itemPath, MAX_ISSUES, memberPath } from '../schema/report.js';

type AnyArguments = Readonly<Record<string, unknown>>;

/** A tool that is offered: with its schemas compiled. */
export interface ToolEntry extends Listed {
  readonly tool: Tool<AnyArguments>;
  readonly checkInput: (args: AnyArguments) => Maybe<Checked<AnyArguments>>;
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
    throw invalid('The name of a tool has 1 to 128 of A-Z, a-z, 0-9, "_", "-", "." and "/"');
  }
  if (description !== undefined && description.length > MAX_DESCRIPTION) {
    const details = `The description has ${description.length} characters; the most are ${MAX_DESCRIPTION}`;
    throw erlmcp.TOOL_DESCRIPTION_TOO_LONG({ tool: name, details });
  }
  if (inputSchema['type'] !== 'object') throw invalid('inputSchema: has to be of type object');
  if (typeof run !== 'function') throw invalid('run: has to be a function');
}

function inputCheckOf(
  { input, inputSchema: told }: Tool<AnyArguments>,
  inputSchema: JsonSchema,
  validator: Validator,
): ToolEntry['checkInput'] {
  if (input !== undefined) return standardCheck(input);
  // Arguments are an object already when they come here.
  if (told === undefined) return (value) => ({ value });
  const check = compile(validator, inputSchema, 'inputSchema');
  return (value) => {
    const issues = check(value);
    return issues.length === 0 ? { value } : { issues };
  };
}

function compile(validator: Validator, schema: JsonSchema, member: string): Check {
  try {
    return validator.compile(schema);
  } catch (cause) {
    const why = cause instanceof TypeError ? cause.message : 'cannot be compiled';
    throw erlmcp.VALIDATION_FAILED({ details: `${member}: ${why}` }, { cause });
  }
}

function invalid(details: string) {
  return erlmcp.VALIDATION_FAILED({ details });
}

const MAX_MESSAGE = 200;

/** A value as the schema converted it, or what is wrong with it. */
export type Checked<Output> = { readonly value: Output } | { readonly issues: readonly Issue[] };

/** Checks and converts a value; a promise only where the schema gives one. */
export type StandardCheck<Output> = (value: unknown) => Checked<Output> | Promise<Checked<Output>>;

/** Checks by a schema of Zod, Valibot, ArkType or any other that follows Standard Schema. */
export function standardCheck<Output>(schema: StandardSchema<Output>): StandardCheck<Output> {
  const { validate } = schema['~standard'];
  return (value) => {
    const result = validate(value);
    return 'then' in result ? result.then(toChecked) : toChecked(result);
  };
}

function toChecked<Output>(result: StandardResult<Output>): Checked<Output> {
  if (result.issues === undefined) return { value: result.value };
  return { issues: result.issues.slice(0, MAX_ISSUES).map(toIssue) };
}

function toIssue(issue: StandardIssue): Issue {
  return { path: pathOf(issue), message: clip(messageOf(issue), MAX_MESSAGE) };
}

function pathOf({ path = [] }: StandardIssue): string {
  let text = '';
  for (const step of path) {
    const key = typeof step === 'object' ? step.key : step;
    text = typeof key === 'number' ? itemPath(text, key) : memberPath(text, String(key));
  }
  return text;
}

/** Valibot and ArkType repeat the value in their message; what is wanted and what was given they have apart as well. */
function messageOf(issue: StandardIssue & Said): string {
  const given = issue.received ?? issue.actual;
  if (typeof given !== 'string' || given === '') return issue.message;
  const wanted = [issue.message, issue.expected].find(
    (text): text is string => typeof text === 'string' && !text.includes(given),
  );
  return wanted ?? 'another value';
}

interface Said {
  readonly expected?: unknown;
  readonly received?: unknown;
  readonly actual?: unknown;
}
