import { isKnownHost } from '@errata/catalogs/hosts';
import { routeros } from '@errata/catalogs/routeros';
import { Fault } from '@errata/core';
import type { RouterosSettings } from '../settings/resolve-options.js';
import type { RouterosTool } from '../tools/tool.js';

/** The names of tools for a client: `registry/list`, or `registry_list` for hosts that accept no slash. */
export interface ToolNames {
  name(tool: string): string;
  /** A text with every tool in it called as clients know it. */
  text(text: string): string;
  fault(fault: Fault): Fault;
}

const LITERAL: ToolNames = {
  name: (tool) => tool,
  text: (text) => text,
  fault: (fault) => fault,
};

/** The names for each client: known hosts, such as Claude, take no slash. */
export function namesByClient(
  form: RouterosSettings['toolNames'],
  tools: readonly Pick<RouterosTool, 'name'>[],
): (client: string | undefined) => ToolNames {
  const portable = createToolNames('portable', tools);
  return (client) =>
    form === 'portable' || (form === 'by-host' && isKnownHost(client)) ? portable : LITERAL;
}

export function createToolNames(
  form: 'literal' | 'portable',
  tools: readonly Pick<RouterosTool, 'name'>[],
): ToolNames {
  if (form === 'literal') return LITERAL;
  const names = tools.map(({ name }) => name).sort((a, b) => b.length - a.length);
  const known = new RegExp(`(?<![\\w/.-])(?:${names.join('|')})(?![\\w/-])`, 'g');
  const text = (given: string): string => given.replace(known, portableName);
  const texts = (given: readonly string[] | undefined) => given?.map(text);
  return {
    name: portableName,
    text,
    fault(fault) {
      const { suggestion, alternatives } = fault;
      const [suggestions, nextSteps] = [texts(fault.suggestions), texts(fault.nextSteps)];
      return new Fault(fault.definition, fault.context as object, {
        ...fault.given,
        ref: fault.ref,
        details: text(fault.details),
        ...(suggestion !== undefined && { suggestion: text(suggestion) }),
        ...(suggestions && { suggestions }),
        ...(nextSteps && { nextSteps }),
        ...(alternatives && {
          alternatives: alternatives.map((each) => ({ ...each, tool: portableName(each.tool) })),
        }),
      });
    },
  };
}

/** `topic_tool-name`, for hosts that do not take a slash in the name of a tool. */
const portableName = (name: string): string => name.replaceAll('/', '_');

/** All tools by both of their names: whichever is listed, calls may use either. */
export function createToolFinder(tools: readonly RouterosTool[]): (name: string) => RouterosTool {
  const byName = new Map<string, RouterosTool>();
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
