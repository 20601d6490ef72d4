import { erlmcp } from '@errata/catalogs/erlmcp';
import { objectOrEmpty, type Params } from '@errata/core/internal';
import type { Kit, KitOptions, Tool } from '@errata/kit';
import {
  calculate,
  ExpressionError,
  parseExpression,
  type StackStep,
  WHOLE_NAME,
} from './expression.js';
import { answerOf, CALCULATION, RESULT_SCHEMA } from './tools.js';

/** Methods that change the tools of a running server; its clients get a notification that the list has changed. */
export function adminMethods(kit: () => Kit): NonNullable<KitOptions['methods']> {
  return {
    'admin/add-tool': (params) => {
      const addition = readAddition(params);
      kit().addTool(expressionTool(addition));
      const { name, variables } = addition;
      return { name, arguments: variables };
    },
    'admin/remove-tool': (params) => {
      const name = textOf(objectOrEmpty(params), 'name');
      if (!kit().removeTool(name)) throw erlmcp.TOOL_NOT_FOUND({ tool: name });
      return { name };
    },
  };
}

/** A tool that calculates an expression with its arguments in place of the names. */
function expressionTool({
  name,
  description,
  steps,
  variables,
}: Addition): Tool<Record<string, number>> {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(variables.map((variable) => [variable, { type: 'number' }])),
      required: variables,
      additionalProperties: false,
    },
    outputSchema: RESULT_SCHEMA,
    annotations: CALCULATION,
    run: (args) => answerOf(() => calculate(steps, (variable) => args[variable]!)),
  };
}

/** A tool that a client wants to add. */
interface Addition {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly StackStep[];
  /** The names in the expression that are arguments of the tool. */
  readonly variables: readonly string[];
}

/** What the params of `admin/add-tool` say. Where they name no arguments, every name in the expression is one. */
function readAddition(params: Params | undefined): Addition {
  const members = objectOrEmpty(params);
  const declared = namesOf(members['arguments']);
  const steps = stepsOf(textOf(members, 'expression'), declared);
  const used = steps.flatMap((step) => (step.kind === 'name' ? [step.name] : []));
  return {
    name: textOf(members, 'name'),
    description: textOf(members, 'description'),
    steps,
    variables: declared ?? [...new Set(used)],
  };
}

/** A member that has to be a text. */
function textOf(members: Readonly<Record<string, unknown>>, member: string): string {
  const value = members[member];
  if (value === undefined) throw invalid(`Missing required '${member}' parameter`);
  if (typeof value !== 'string') throw invalid(`${member}: a string`);
  return value;
}

function namesOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every(isName) && new Set(value).size === value.length) {
    return value;
  }
  throw invalid('arguments: a list of names, each of them once');
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && WHOLE_NAME.test(value);
}

function stepsOf(expression: string, names: readonly string[] | undefined): readonly StackStep[] {
  const known = names && new Set(names);
  try {
    return parseExpression(expression, (name) => known?.has(name) ?? true);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalid(`expression: ${error.message}`);
  }
}

function invalid(details: string) {
  return erlmcp.INVALID_PARAMS({ details });
}
