import type { Probe } from '../../probe.js';
import { sampleArguments } from '../../schema/index.js';
import type { OfferedTool } from '../../session/offer.js';
import { isObject, membersOf } from '../../json/json.js';
import { MCP } from '../eras.js';
import { abuseCase, callWith, nested, type Abuse } from './abuse.js';

interface ToolAbuse extends Pick<Abuse, 'name' | 'what' | 'fix'> {
  call(probe: Probe, tool: OfferedTool, args: Readonly<Record<string, unknown>>): string;
}

const MANY: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, number) => [`errata_${number}`, number]),
);

const ABUSES: readonly ToolAbuse[] = [
  {
    name: 'many-arguments',
    what: 'a call with 10,000 arguments',
    fix: 'Refuse arguments that the schema does not name, or ignore them.',
    call(probe, { name }, args) {
      return probe.write('tools/call', { name, arguments: { ...args, ...MANY } });
    },
  },
  {
    name: 'deep-arguments',
    what: 'a call whose arguments are 5,000 levels deep',
    fix: 'Validate before arguments are walked through, and catch what the walk throws.',
    call: (probe, { name }, args) => callWith(probe, name, args, nested(5000)),
  },
  {
    name: 'huge-argument',
    what: 'a call with a text of 1 MB',
    fix: 'Bound texts by maxLength in the schema, and refuse longer ones.',
    call: (probe, { name, inputSchema }, args) =>
      probe.write('tools/call', {
        name,
        arguments: { ...args, [nameOfText(inputSchema) ?? 'errata']: 'x'.repeat(1_000_000) },
      }),
  },
];

export const abusesByArguments = ABUSES.map(({ call, ...abuse }) =>
  abuseCase({
    ...abuse,
    eras: MCP,
    texts(probe) {
      const { callable, whyNotCalled, offer } = probe;
      const tool = callable.find(({ inputSchema }) => nameOfText(inputSchema)) ?? callable[0];
      if (tool === undefined) return offer.tools.length === 0 ? 'it has no tools' : whyNotCalled;
      return [call(probe, tool, sampleArguments(tool.inputSchema) ?? {})];
    },
  }),
);

/** The first argument that is a text. */
function nameOfText({ properties }: OfferedTool['inputSchema']): string | undefined {
  return Object.entries(membersOf(properties)).find(
    ([, schema]) => isObject(schema) && membersOf(schema)['type'] === 'string',
  )?.[0];
}
