import { TIER_FLAGS } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { ToolNames } from '../gate/index.js';
import type { Tool } from '../tools/tool.js';

/** The tools as clients are told of them. Their schemas take a while to write: once for the service, not for every client. */
export function listTools(tools: readonly Tool[], names: ToolNames) {
  return tools.map((tool) => {
    const { name, title, description, annotations, input, output } = tool;
    return {
      name: names.name(name),
      title,
      description: names.text([description, ...needs(tool)].join(' ')),
      annotations: { title, ...annotations, openWorldHint: false },
      inputSchema: schemaOf(input.strict(), 'input', names),
      outputSchema: schemaOf(output, 'output', names),
    };
  });
}

/** What has to be switched on for a device before the tool works there: said before it is refused. */
function needs(tool: Tool): readonly string[] {
  if (tool.on === 'service' || tool.tier === 'fundamental') return [];
  const flags = [TIER_FLAGS[tool.tier], ...(tool.flag === undefined ? [] : [tool.flag])];
  return [`Needs ${flags.join(' and ')} on the device (registry/update).`];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', names: ToolNames) {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  return JSON.parse(names.text(JSON.stringify(json))) as { type: 'object' };
}
