import type { Probe } from '../../probe.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { refusalPair, type Refusal } from './refusal-pair.js';

type Row = Pick<Refusal, 'what' | 'params'> &
  Partial<Pick<Refusal, 'eras' | 'headerless' | 'tool'>> & {
    readonly name: string;
    readonly fix: string;
  };

const ROWS: readonly Row[] = [
  {
    name: 'without-params',
    what: 'A tools/call without params',
    params: () => undefined,
    fix: 'Check that tools/call has params before anything else.',
    eras: WITH_HANDSHAKE,
  },
  {
    name: 'without-name',
    what: 'A tools/call without a name',
    params: () => ({ arguments: {} }),
    fix: 'Check that the params of tools/call have a "name".',
    headerless: true,
  },
  {
    name: 'name-type',
    what: 'A tools/call whose name is a number',
    params: () => ({ name: 7, arguments: {} }),
    fix: 'Check that the "name" of tools/call is a text.',
    headerless: true,
  },
  {
    name: 'arguments-array',
    what: 'A tools/call whose arguments are an array',
    params: (probe) => callWith(probe, ['errata']),
    tool: ({ callable: [tool] }) => tool,
    fix: 'Check that the "arguments" of tools/call are an object, whatever the tool takes.',
  },
  {
    name: 'arguments-text',
    what: 'A tools/call whose arguments are a text',
    params: (probe) => callWith(probe, 'errata'),
    tool: ({ callable: [tool] }) => tool,
    fix: 'Check that the "arguments" of tools/call are an object, whatever the tool takes.',
  },
];

/** Calls that are no calls of a tool at all. */
export const MALFORMED_CALLS = ROWS.flatMap(({ name, fix, ...row }) =>
  refusalPair({
    ...row,
    id: `mcp/2024-11-05/tools/call-${name}`,
    capability: 'tools',
    method: 'tools/call',
    codes: [-32602],
    refused: {
      link: mcpLink('tools', '2025-11-25', 'security-considerations'),
      keyword: 'MUST',
      fix,
    },
    coded: {
      link: JSONRPC.errorObject,
      keyword: 'SHOULD',
      fix: 'Use -32602 (Invalid params): -32603 says that the server is broken, and asks nobody to mend the call.',
    },
  }),
);

function callWith({ callable: [tool], whyNotCalled }: Probe, args: unknown): object | string {
  return tool === undefined ? whyNotCalled : { name: tool.name, arguments: args };
}
