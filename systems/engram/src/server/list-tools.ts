import { z } from 'zod';
import { TOOL_ARGUMENTS, TOOLS, type AnyTool } from '../tools/index.js';

/** The tools as clients are told of them. Those of a module that is switched off are among them: they say so when they are called. */
export function listTools() {
  return (Object.values(TOOLS) as AnyTool[]).map((tool) => {
    const { name, title, description, output } = tool;
    return {
      ...{ name, title, description },
      annotations: { title, ...hintsOf(tool), openWorldHint: false },
      inputSchema: schemaOf(TOOL_ARGUMENTS[name], 'input'),
      outputSchema: schemaOf(output.extend(EVERY_RESULT), 'output'),
    };
  });
}

const EVERY_RESULT = {
  ok: z.boolean().describe('false: the gateway decided against it'),
  correlation_id: z.string().describe('Names this call in the audit and in logs'),
};

function hintsOf(tool: AnyTool) {
  return {
    readOnlyHint: tool.effect === 'read',
    destructiveHint: tool.effect === 'write' && tool.destructive,
    idempotentHint: tool.effect === 'read' || tool.idempotent,
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  // A refusal has fewer members than a success, and both may get more.
  return (io === 'input' ? json : { ...json, ...OPEN }) as { type: 'object' };
}

const OPEN = { required: ['ok', 'correlation_id'], additionalProperties: true };
