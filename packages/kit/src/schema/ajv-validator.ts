import { isObject } from './rule.js';
import { itemPath, MAX_ISSUES, memberPath } from './report.js';
import type { Issue, JsonSchema, Validator } from './validator.js';

/** What is read of an error of Ajv. */
export interface AjvError {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params?: unknown;
}

/** The part of an Ajv instance that we use: `new Ajv2020()`. */
export interface AjvLike {
  compile(schema: JsonSchema): ((data: unknown) => unknown) & {
    errors?: readonly AjvError[] | null | undefined;
  };
}

const NONE: readonly Issue[] = [];
const UNKNOWN: readonly Issue[] = [{ path: '', message: 'another value' }];

/** Checks by Ajv, for schemas that use more than the small validator knows. */
export function ajvValidator(ajv: AjvLike): Validator {
  return {
    compile(schema) {
      // Its check would give a promise, which is no verdict.
      if (schema['$async'] === true) throw new TypeError('JSON Schema: "$async" is not supported');
      const accepts = compiled(ajv, schema);
      return (value) => {
        if (accepts(value) === true) return NONE;
        const issues = (accepts.errors ?? [])
          .slice(0, MAX_ISSUES)
          .map((error) => toIssue(error, value));
        return issues.length === 0 ? UNKNOWN : issues;
      };
    },
  };
}

function compiled(ajv: AjvLike, schema: JsonSchema): ReturnType<AjvLike['compile']> {
  try {
    return ajv.compile(schema);
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    throw new TypeError(`JSON Schema: Ajv cannot compile it${reason}`, { cause });
  }
}

function toIssue({ instancePath, message, params }: AjvError, value: unknown): Issue {
  let path = '';
  let node = value;
  for (const token of instancePath.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(node) ? itemPath(path, Number(name)) : memberPath(path, name);
    node = (node as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  const member = memberOf(params);
  return {
    path: member === undefined ? path : memberPath(path, member),
    message: message ?? 'another value',
  };
}

/** The member that is missing, or that should not be there: Ajv tells both of the object. */
function memberOf(params: unknown): string | undefined {
  if (!isObject(params)) return undefined;
  const name = params['missingProperty'] ?? params['additionalProperty'];
  return typeof name === 'string' ? name : undefined;
}
