import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import { membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { MCP } from '../eras.js';
import { mcpLink } from '../links.js';
import { resultOf } from '../read-reply.js';
import { withCapability } from './with-capability.js';

type Entry = Readonly<Record<string, unknown>>;

const ABOUT = {
  group: 'methods',
  link: mcpLink('tools', '2025-11-25', 'tool'),
  eras: MCP,
} as const;

export const toolsNamed: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/list-names',
  requirement: 'Every tool of tools/list has a name.',
  keyword: 'MUST',
  fix: 'Give every tool a "name" that is a text and not empty.',
  run: (probe) =>
    judgeList(probe, (tools) => {
      const flawed = tools.find(({ name }) => typeof name !== 'string' || name === '');
      return flawed && `a tool has no name: ${JSON.stringify(flawed).slice(0, 120)}`;
    }),
};

export const toolsWithSchema: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/list-input-schema',
  requirement: 'Every tool of tools/list has an inputSchema whose type is object.',
  keyword: 'MUST',
  fix: 'Give every tool an "inputSchema" with "type": "object", also where it takes no arguments.',
  run: (probe) =>
    judgeList(probe, (tools) => {
      const flawed = tools.find(({ inputSchema }) => membersOf(inputSchema)['type'] !== 'object');
      return flawed && `the tool ${String(flawed['name'])} has the inputSchema ${schemaOf(flawed)}`;
    }),
};

export const toolsUnique: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/list-unique',
  requirement: 'No two tools of tools/list have the same name.',
  keyword: 'SHOULD',
  fix: 'Give every tool a name of its own: only one of them can be called.',
  run: (probe) =>
    judgeList(probe, (tools) => {
      const names = tools.map(({ name }) => name).filter((name) => typeof name === 'string');
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      return twice === undefined ? undefined : `there are two tools ${twice}`;
    }),
};

/** Judge the first page of the tools by what is wrong with it. */
function judgeList(
  probe: Probe,
  flawOf: (tools: readonly Entry[]) => string | undefined,
): Outcome | Promise<Outcome> {
  return withCapability(probe, 'tools', async () => {
    const exchange = await probe.request('tools/list');
    const tools = resultOf(exchange.reply)?.['tools'];
    if (!Array.isArray(tools)) return notObserved('there was no list of tools');
    const flaw = flawOf(tools.map(membersOf));
    return flaw === undefined ? kept : violated(flaw, exchange);
  });
}

function schemaOf({ inputSchema }: Entry): string {
  return inputSchema === undefined ? 'undefined' : JSON.stringify(inputSchema).slice(0, 120);
}
