import { z } from 'zod';
import { TOOL_ARGUMENTS } from '../../systems/engram/src/tools/arguments.js';
import { LINES } from '../../systems/engram/src/tools/lines.js';
import {
  INSTRUCTIONS as ENGRAM,
  TOOLS as ENGRAM_TOOLS,
} from '../../systems/engram/src/tools/tools.js';
import {
  INSTRUCTIONS as ERLMCP,
  TOOLS as ERLMCP_TOOLS,
} from '../../systems/erlmcp/src/sample/tools.js';
import {
  INSTRUCTIONS as ROUTEROS,
  TOOLS as ROUTEROS_TOOLS,
} from '../../systems/routeros/src/tools/all.js';
import { METHODS } from '../../systems/sql-fun/src/methods/index.js';
import { INSTRUCTIONS as SQL_FUN } from '../../systems/sql-fun/src/methods/method-names.js';

interface ToolText {
  readonly name: string;
  readonly description?: string;
  readonly schema: unknown;
}

/** What a model reads of each system before its first call: the instructions and the tools. */
export function toolTexts(): string {
  const fromZod = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' });
  return [
    section(
      'RouterOS',
      ROUTEROS,
      ROUTEROS_TOOLS.map((tool) => ({ ...tool, schema: fromZod(tool.input) })),
    ),
    section(
      'Engram',
      ENGRAM,
      Object.values(ENGRAM_TOOLS).map((tool) => ({
        ...tool,
        schema: fromZod(TOOL_ARGUMENTS[tool.name]),
      })),
      [
        LINES.en.redirected('<space>', '<wanted>', '<rule>'),
        LINES.en.deferred(1, '<space>', '<cause>'),
        LINES.en.held(1, '<space>', LINES.en.operator('<cause>')),
        LINES.en.kept(1, '<space>'),
        LINES.en.degraded(1, '<cause>'),
      ],
    ),
    section(
      'erlmcp',
      ERLMCP,
      ERLMCP_TOOLS.map((tool) => ({ ...tool, schema: tool.inputSchema })),
    ),
    section(
      'sql-fun',
      SQL_FUN,
      Object.values(METHODS).map((method) => ({ ...method, schema: method.inputSchema })),
    ),
  ].join('\n\n');
}

/** Arguments with the same text in several tools are shown once. */
function section(
  title: string,
  instructions: string,
  tools: readonly ToolText[],
  results: readonly string[] = [],
): string {
  const lines = tools.map(({ name, description = '' }) => `${name}: ${description}`);
  const texts = new Set(tools.flatMap(({ schema }) => argumentsOf(schema)));
  const about = texts.size === 0 ? [] : ['', 'Arguments:', ...texts];
  const limited = results.length === 0 ? [] : ['', 'Results with a limitation:', ...results];
  const text = [instructions, '', ...lines, ...about, ...limited].join('\n');
  return `### ${title}\n\n\`\`\`\n${text}\n\`\`\``;
}

function argumentsOf(schema: unknown): string[] {
  const { properties = {} } = schema as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  };
  return Object.entries(properties).flatMap(([name, { description }]) =>
    description === undefined ? [] : [`${name}: ${description}`],
  );
}
