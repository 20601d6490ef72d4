import { erlmcp } from '@errata/catalogs/erlmcp';
import { type Params, membersOf } from '@errata/core/internal';
import { ExpressionError, parseExpression, WHOLE_NAME, type Step } from '../../expression/index.js';

/** A tool that somebody wants to have. */
export interface Addition {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly Step[];
  /** The names in the expression that are arguments of the tool. */
  readonly variables: readonly string[];
}

/** What the params of `admin/add-tool` say. Where they name no arguments, every name in the expression is one. */
export function readAddition(params: Params | undefined): Addition {
  const members = membersOf(params);
  const told = namesOf(members['arguments']);
  const steps = stepsOf(textOf(members, 'expression'), told);
  const used = steps.flatMap((step) => (step.kind === 'name' ? [step.name] : []));
  return {
    name: textOf(members, 'name'),
    description: textOf(members, 'description'),
    steps,
    variables: told ?? [...new Set(used)],
  };
}

/** A member that has to be a text. */
export function textOf(members: Readonly<Record<string, unknown>>, member: string): string {
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

function stepsOf(expression: string, names: readonly string[] | undefined): readonly Step[] {
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
