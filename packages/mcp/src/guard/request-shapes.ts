import type { Met } from '@errata/core/server';
import type { SdkRequest } from './sdk-shape.js';

type Shape = 'string' | 'object' | 'object?' | 'strings?' | 'level';

/** What MCP demands of the params of each request. v2 answers a breach with −32603 and a dump of its schema library, v1 mostly so. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  'tools/call': { name: 'string', arguments: 'object?' },
  'prompts/get': { name: 'string', arguments: 'strings?' },
  'resources/read': { uri: 'string' },
  'resources/subscribe': { uri: 'string' },
  'resources/unsubscribe': { uri: 'string' },
  'completion/complete': { ref: 'object', argument: 'object' },
  'logging/setLevel': { level: 'level' },
};

const LEVELS: ReadonlySet<unknown> = new Set([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

/** What is wrong with the params of a request, if anything: the first member that is not what it has to be. */
export function malformedParams({ method, params = {} }: SdkRequest): Met | undefined {
  if (!Object.hasOwn(SHAPES, method)) return undefined;
  const shape = SHAPES[method]!;
  for (const name in shape) {
    const wrong = mismatch(
      name,
      shape[name]!,
      Object.hasOwn(params, name) ? params[name] : undefined,
    );
    if (wrong !== undefined) return { ...wrong, context: { ...wrong.context, method } };
  }
  return undefined;
}

function mismatch(field: string, shape: Shape, value: unknown): Met | undefined {
  if (value === undefined && shape.endsWith('?')) return undefined;
  if (shape === 'level') {
    return LEVELS.has(value) ? undefined : invalidParams(field, 'log level', value);
  }
  if (shape === 'string') {
    return typeof value === 'string' ? undefined : invalidParams(field, 'string', value);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalidParams(field, 'object', value);
  }
  if (shape !== 'strings?') return undefined;
  const wrong = Object.entries(value).find(([, each]) => typeof each !== 'string');
  return wrong && invalidParams(`${field}.${wrong[0]}`, 'string', wrong[1]);
}

function invalidParams(field: string, expected: string, value: unknown): Met {
  const received = nameOfType(value);
  return {
    condition: 'invalid-params',
    context: { field, expected, received },
    given: { details: `params.${field} has to be of type ${expected}, not ${received}` },
  };
}

/** The type of a value in a word; the value itself is never repeated. */
export function nameOfType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
