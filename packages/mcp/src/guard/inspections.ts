import type { Answering } from './answering.js';
import { inspectPrompts, inspectResources } from './features.js';
import type { Inspection } from './inspection.js';
import { passReported } from './reported.js';
import type { McpServerLike } from './sdk-shape.js';
import { inspectTools } from './tools.js';
import type { Watch } from './watch.js';

export function createInspections(
  { mcp, watch }: { readonly mcp: McpServerLike | undefined; readonly watch: Watch },
  answering: Answering,
): ReadonlyMap<string, Inspection> {
  if (mcp === undefined) return new Map([['tools/call', inspectPlainTools(watch, answering)]]);
  return new Map([
    ['tools/call', inspectTools(mcp, watch, answering)],
    ['prompts/get', inspectPrompts(mcp)],
    ['resources/read', inspectResources(mcp)],
  ]);
}

/** Tools of a low-level server, which knows nothing of them but what its handler of tools/list says. */
function inspectPlainTools({ strict }: Watch, answering: Answering): Inspection {
  return {
    doubtful: true,
    after: async (result, call, asked) =>
      passReported(result as object, {
        answering,
        call,
        asked,
        strict: strict.has(asked.request.params?.['name']),
      }),
  };
}
