import { z } from 'zod';
import { portableName } from '../gate/index.js';
import type { Settings } from '../settings/index.js';
import type { Tool } from '../tools/tool.js';

/** The tools as clients are told of them. Their schemas take a while to write: once for the service, not for every client. */
export function listTools(tools: readonly Tool[], toolNames: Settings['toolNames']) {
  return tools.map(({ name, title, description, annotations, input, output }) => ({
    name: toolNames === 'portable' ? portableName(name) : name,
    title,
    description,
    annotations: { title, ...annotations, openWorldHint: false },
    inputSchema: schemaOf(input.strict(), 'input'),
    outputSchema: schemaOf(output, 'output'),
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  return json as { type: 'object' };
}
