import {
  clipText,
  nameOfType,
  peek,
  wrongParam,
  type ProtocolFailure,
} from '@errata/core/internal';
import type { GuardedCall } from './guarded-call.js';
import type { ProtocolLike, SdkRequest } from './sdk-shape.js';

const MAX_MESSAGE = 300;

/**
 * What is wrong with a request that the SDK's own schema rejected, so that its handler never ran. v1 throws the issues before it calls
 * the handler; v2 throws a mere text, so its schema is asked again.
 */
export function rejectedParams(
  thrown: unknown,
  call: GuardedCall,
  protocol: ProtocolLike,
): ProtocolFailure | undefined {
  const { request, threwAtOnce } = call;
  const issues =
    (threwAtOnce ? issuesAtOnce(thrown, request) : undefined) ?? schemaIssues(request, protocol);
  return issues && describe(issues, request, thrown);
}

/**
 * v1 judges the whole request: what it finds fault with lies below `params`, and is wrong there. A handler that is not async throws
 * at once too, about other data.
 */
function issuesAtOnce(thrown: unknown, { params }: SdkRequest): readonly unknown[] | undefined {
  const issues = peek(thrown, 'issues');
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  const isOfRequest = (issue: unknown): boolean =>
    pathOf(issue)[0] === 'params' &&
    nameOfType(valueAt(params, pathOf(issue))) !== peek(issue, 'expected');
  return issues.every(isOfRequest) ? issues : undefined;
}

function schemaIssues(request: SdkRequest, protocol: ProtocolLike): readonly unknown[] | undefined {
  const { method } = request;
  // A schema or a fallback handler of the author's own has judged it already.
  if (!protocol._requestHandlers.has(method)) return undefined;
  if (protocol._customSchemaRequestMethods?.has(method) !== false) return undefined;
  const judged = protocol._negotiatedWireCodec?.().validateRequest(method, request);
  if (judged?.ok !== false || judged.reason !== 'invalid') return undefined;
  try {
    const issues: unknown = JSON.parse(judged.message ?? '');
    return Array.isArray(issues) ? issues : [];
  } catch {
    return []; // rejected, whatever the words are
  }
}

function describe(
  issues: readonly unknown[],
  { method, params }: SdkRequest,
  cause: unknown,
): ProtocolFailure {
  const [first] = issues;
  const path = pathOf(first).slice(1);
  const field = path.join('.');
  const expected = peek(first, 'expected');
  const value = valueAt(params, pathOf(first));
  if (field !== '' && typeof expected === 'string' && nameOfType(value) !== expected) {
    const wrong = wrongParam(field, expected, value);
    return {
      ...wrong,
      context: { ...wrong.context, method },
      given: { ...wrong.given, cause },
    };
  }
  const message = clipText(String(peek(first, 'message') ?? 'is not valid'), MAX_MESSAGE);
  return {
    condition: 'invalid-params',
    context: { method, ...(field !== '' && { param: field, errors: [{ field, message }] }) },
    given: { details: `${['params', ...path].join('.')}: ${message}`, cause },
  };
}

/** The value at a path that begins with `params`. */
function valueAt(params: unknown, path: readonly unknown[]): unknown {
  return path.slice(1).reduce<unknown>((found, key) => peek(found, String(key)), params);
}

function pathOf(issue: unknown): readonly unknown[] {
  const path = peek(issue, 'path');
  return Array.isArray(path) ? path : [];
}
