import type { Met } from '@errata/core/internal';
import { isLogLevel, LOG_LEVELS, TASK_KEY, wrongParam } from '@errata/core/internal/era';
import type { SdkRequest } from './sdk-shape.js';

type Shape = 'string' | 'string?' | 'object' | 'object?' | 'strings?' | 'level';

/** What MCP demands of the params of each request. v2 answers a breach with −32603 and a dump of its schema library, v1 mostly so. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  initialize: { protocolVersion: 'string', capabilities: 'object', clientInfo: 'object' },
  'tools/call': { name: 'string', arguments: 'object?' },
  'prompts/get': { name: 'string', arguments: 'strings?' },
  'resources/read': { uri: 'string' },
  'resources/subscribe': { uri: 'string' },
  'resources/unsubscribe': { uri: 'string' },
  'completion/complete': { ref: 'object', argument: 'object' },
  'logging/setLevel': { level: 'level' },
  'tools/list': { cursor: 'string?' },
  'prompts/list': { cursor: 'string?' },
  'resources/list': { cursor: 'string?' },
  'resources/templates/list': { cursor: 'string?' },
};

/** What is wrong with the params of a request, if anything: the first member that is not what it has to be. */
export function malformedParams({ method, params = {} }: SdkRequest): Met | undefined {
  if (!Object.hasOwn(SHAPES, method)) return undefined;
  const shape = SHAPES[method]!;
  for (const name in shape) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const wrong = mismatch(name, shape[name]!, value);
    if (wrong !== undefined) return withMethod(wrong, method);
  }
  return undefined;
}

/** What is wrong with the `_meta` of any request. The SDKs drop such a message, and nobody would answer it. */
export function malformedMeta({ method, params = {} }: SdkRequest): Met | undefined {
  if (!Object.hasOwn(params, '_meta')) return undefined;
  const { _meta: meta } = params as { readonly _meta: unknown };
  const wrong =
    mismatch('_meta', 'object', meta) ??
    wrongToken(meta as Record<string, unknown>) ??
    wrongTask(meta as Record<string, unknown>);
  return withMethod(wrong, method);
}

function withMethod(wrong: Met | undefined, method: string): Met | undefined {
  return wrong && { ...wrong, context: { ...wrong.context, method } };
}

function wrongToken({ progressToken: token }: Readonly<Record<string, unknown>>): Met | undefined {
  if (token === undefined || typeof token === 'string' || Number.isInteger(token)) return undefined;
  return wrongParam('_meta.progressToken', 'string or integer', token);
}

function wrongTask({ [TASK_KEY]: task }: Readonly<Record<string, unknown>>): Met | undefined {
  if (task === undefined) return undefined;
  const field = `_meta.${TASK_KEY}`;
  const wrong = mismatch(field, 'object', task);
  return wrong ?? mismatch(`${field}.taskId`, 'string', (task as { taskId?: unknown }).taskId);
}

function mismatch(field: string, shape: Shape, value: unknown): Met | undefined {
  if (value === undefined && shape.endsWith('?')) return undefined;
  if (shape === 'level') {
    return isLogLevel(value)
      ? undefined
      : wrongParam(field, `one of ${LOG_LEVELS.join(', ')}`, value);
  }
  if (shape === 'string' || shape === 'string?') {
    return typeof value === 'string' ? undefined : wrongParam(field, 'string', value);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrongParam(field, 'object', value);
  }
  if (shape !== 'strings?') return undefined;
  const wrong = Object.entries(value).find(([, each]) => typeof each !== 'string');
  return wrong && wrongParam(`${field}.${wrong[0]}`, 'string', wrong[1]);
}
