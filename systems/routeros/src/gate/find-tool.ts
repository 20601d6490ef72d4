import { routeros } from '@errata/catalogs/routeros';
import type { Tool } from '../tools/tool.js';

/** `topic_tool-name`, for hosts that do not take a slash in the name of a tool. */
export const portableName = (name: string): string => name.replaceAll('/', '_');

/** All tools by both of their names: whichever is listed, calls may use either. */
export function createToolFinder(tools: readonly Tool[]): (name: string) => Tool {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    for (const name of [tool.name, portableName(tool.name)]) {
      if (byName.has(name)) throw new TypeError(`two tools are called ${name}`);
      byName.set(name, tool);
    }
  }
  return (name) => {
    const tool = byName.get(name);
    if (tool === undefined) throw routeros.METHOD_NOT_FOUND({ tool: name });
    return tool;
  };
}
