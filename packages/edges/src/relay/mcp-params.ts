import { describeIssues, LOG_LEVELS, objectOrEmpty, wrongParam } from '@errata/core/internal';
import type { ExampleSchema, Params, ProtocolFailure } from '@errata/core/internal';
import type { Fault } from '@errata/core';

/** The members of params by MCP's schema, with their types; those with a question mark are optional. */
const URI = { uri: 'string' };
const NAMED = { name: 'string', 'arguments?': 'object' };
const PAGE = { 'cursor?': 'string' };
const MEMBERS = new Map<string, Readonly<Record<string, string>>>([
  ['initialize', { protocolVersion: 'string', capabilities: 'object', clientInfo: 'object' }],
  ['tools/call', NAMED],
  ['prompts/get', NAMED],
  ['resources/read', URI],
  ['resources/subscribe', URI],
  ['resources/unsubscribe', URI],
  ['completion/complete', { ref: 'object', argument: 'object' }],
  ['logging/setLevel', { level: `one of ${LOG_LEVELS.join(', ')}` }],
  ...['tools', 'prompts', 'resources', 'resources/templates'].map(
    (kind) => [`${kind}/list`, PAGE] as const,
  ),
]);

/** What is wrong with the params of a request by MCP's schema: the first member that is missing or of another type. */
export function wrongParams(
  method: string,
  params: Params | undefined,
): ProtocolFailure | undefined {
  const given = objectOrEmpty(params);
  for (const [key, expected] of Object.entries(MEMBERS.get(method) ?? {})) {
    const field = key.replace('?', '');
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    const fits = value === undefined ? field !== key : isOf(expected, value);
    if (!fits) return wrongParam(field, expected, value);
  }
  return undefined;
}

function isOf(expected: string, value: unknown): boolean {
  if (expected === 'object') return objectOrEmpty(value) === value;
  if (expected === 'string') return typeof value === 'string';
  return LOG_LEVELS.includes(value as never);
}

/** More tools than this are not remembered. */
const MAX_TOOLS = 10_000;

/**
 * The tools that the server listed with `additionalProperties: false`. Some frameworks list that and drop what they do not know: a
 * misspelt optional argument is lost. MCP: servers MUST validate all tool inputs.
 */
export class ListedTools {
  readonly #closed = new Map<string, ExampleSchema>();

  /** Takes note of a result of `tools/list`. */
  learn(result: unknown): void {
    const { tools } = objectOrEmpty(result);
    for (const tool of Array.isArray(tools) ? tools : []) {
      const { name, inputSchema } = objectOrEmpty(tool);
      const { additionalProperties, patternProperties } = objectOrEmpty(inputSchema);
      if (typeof name !== 'string') continue;
      const isClosed = additionalProperties === false && patternProperties === undefined;
      if (isClosed && this.#closed.size < MAX_TOOLS) {
        this.#closed.set(name, inputSchema as ExampleSchema);
      } else this.#closed.delete(name);
    }
  }

  forget(): void {
    this.#closed.clear();
  }

  /** The refusal of a call with arguments that the tool's own schema excludes. */
  refusal(params: Params | undefined): Fault | undefined {
    const { name, arguments: given } = objectOrEmpty(params);
    const schema = this.#closed.get(name as string);
    if (schema === undefined) return undefined;
    const known = objectOrEmpty(schema.properties);
    const extra = Object.keys(objectOrEmpty(given)).filter((key) => !Object.hasOwn(known, key));
    if (extra.length === 0) return undefined;
    const issues = extra.map((key) => ({ path: [key], message: 'no member of this name' }));
    return describeIssues(issues, { value: given, schema });
  }
}
