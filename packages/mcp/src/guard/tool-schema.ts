import { objectOrEmpty, type ExampleSchema, type Maybe } from '@errata/core/internal';
import type { McpServerLike, SdkContext } from './sdk-shape.js';

/** By the schema as it was registered: an updated tool has another one. */
const KNOWN = new WeakMap<object, ExampleSchema>();

/** The JSON Schema of a tool's arguments, as tools/list would show it. Asked for only when a call has failed. */
export function inputSchemaOf(mcp: McpServerLike, name: string): Maybe<ExampleSchema | undefined> {
  const { inputSchema } = mcp._registeredTools[name] ?? {};
  if (typeof inputSchema !== 'object' || inputSchema === null) return undefined;
  const known = KNOWN.get(inputSchema);
  if (known !== undefined) return known;
  return convert(mcp, name).then((made) => {
    // v1 converts the schemas of all its tools to show one: a client that is always wrong must not have that done each time.
    if (made !== undefined) KNOWN.set(inputSchema, made);
    return made;
  });
}

async function convert(mcp: McpServerLike, name: string): Promise<ExampleSchema | undefined> {
  const { toolInputSchemaJson } = mcp as { toolInputSchemaJson?: (name: string) => unknown };
  try {
    if (toolInputSchemaJson !== undefined)
      return toolInputSchemaJson.call(mcp, name) as ExampleSchema;
    const list = Map.prototype.get.call(mcp.server._requestHandlers, 'tools/list') as
      ((request: object, context: SdkContext) => Promise<unknown>) | undefined;
    const { tools } = objectOrEmpty(await list?.({ method: 'tools/list', params: {} }, {}));
    const found = (Array.isArray(tools) ? tools : []).find(
      (tool) => objectOrEmpty(tool)['name'] === name,
    );
    return objectOrEmpty(found)['inputSchema'] as ExampleSchema | undefined;
  } catch {
    return undefined; // the failure has no example then
  }
}
