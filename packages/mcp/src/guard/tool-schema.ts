import { membersOf } from '@errata/core/contract';
import type { JsonSchema } from './example.js';
import type { McpServerLike, SdkContext } from './sdk-shape.js';

/** The JSON Schema of a tool's arguments, as tools/list would show it. Asked for only when a call has failed. */
export async function inputSchemaOf(
  mcp: McpServerLike,
  name: string,
): Promise<JsonSchema | undefined> {
  const { toolInputSchemaJson: converted } = mcp as {
    toolInputSchemaJson?: (n: string) => unknown;
  };
  try {
    if (typeof converted === 'function') return converted.call(mcp, name) as JsonSchema;
    const list = Map.prototype.get.call(mcp.server._requestHandlers, 'tools/list') as
      ((request: object, context: SdkContext) => Promise<unknown>) | undefined;
    const { tools } = membersOf(await list?.({ method: 'tools/list', params: {} }, {}));
    const found = (Array.isArray(tools) ? tools : []).find(
      (tool) => membersOf(tool)['name'] === name,
    );
    return membersOf(found)['inputSchema'] as JsonSchema | undefined;
  } catch {
    return undefined; // the failure is told without an example
  }
}
