import { closestName } from './closest-name.js';
import type { Inspection } from './inspection.js';
import { describeIssues, issuesOf } from './invalid-arguments.js';
import { asSdkError } from './sdk-error.js';
import type { McpServerLike, SdkRequest } from './sdk-shape.js';

/** Prompts: one that is not there, and arguments that do not fit. */
export function inspectPrompts(mcp: McpServerLike): Inspection {
  const prompts = mcp._registeredPrompts;
  return {
    before({ params }) {
      const { name } = params as { name: string };
      const near = closestName(name, Object.keys(prompts));
      return {
        condition: 'prompt-not-found',
        context: { prompt: name, name },
        ...(near !== undefined && {
          given: { details: `No prompt ${JSON.stringify(name)}; did you mean ${near}?` },
        }),
      };
    },
    async thrown(thrown, { request: { params } }) {
      const { name, arguments: args } = (params ?? {}) as { name?: string; arguments?: unknown };
      if (asSdkError(thrown)?.code !== -32602) return undefined;
      const issues = await issuesOf(prompts[name ?? '']?.argsSchema, args ?? {});
      if (issues === undefined) return undefined;
      const { context, details } = describeIssues(issues, { value: args, cause: thrown });
      return {
        condition: 'invalid-params',
        context: { ...context },
        given: { details, cause: thrown },
      };
    },
  };
}

/** Resources: both SDKs answer one that is not there with −32602, which the 2025 revisions call −32002. */
export function inspectResources(mcp: McpServerLike): Inspection {
  return {
    async thrown(thrown, { request }) {
      const uri = uriOf(request);
      if (uri === undefined || isRegistered(uri, mcp)) return undefined;
      // v1 lets what the parser of URLs throws escape.
      return asSdkError(thrown)?.code === -32602 || !URL.canParse(uri)
        ? { condition: 'resource-not-found', context: { uri }, given: { cause: thrown } }
        : undefined;
    },
  };
}

function uriOf({ params }: SdkRequest): string | undefined {
  const uri = params?.['uri'];
  return typeof uri === 'string' ? uri : undefined;
}

function isRegistered(uri: string, mcp: McpServerLike): boolean {
  try {
    const normal = new URL(uri).toString();
    return (
      Object.hasOwn(mcp._registeredResources, normal) ||
      Object.values(mcp._registeredResourceTemplates).some(
        ({ resourceTemplate }) => resourceTemplate.uriTemplate.match(normal) !== null,
      )
    );
  } catch {
    return false; // what is no URI names no resource
  }
}
