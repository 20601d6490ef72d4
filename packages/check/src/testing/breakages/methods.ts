import type { Breakage } from '../breakage.js';
import { errorFor } from './answers.js';
import {
  answers,
  is,
  recoded,
  refused,
  served,
  withMembers,
  type Asked,
  type Members,
} from './changed-replies.js';
import { MALFORMED_BREAKAGES } from './methods-malformed.js';
import { ABSENT_BREAKAGES } from './methods-absent.js';
import { membersOf } from '../../json/json.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const MODERN_WHERE = { era: '2026-07-28', transport: 'stdio' } as const;

const isUnknown = is('errata/no-such-method');

/** Adds a tool to the list, which nobody may call. */
function listsToo(tool: object): (reply: Members) => Members {
  return (reply) => {
    const tools = membersOf(reply['result'])['tools'];
    const listed: readonly unknown[] = Array.isArray(tools) ? (tools as unknown[]) : [];
    return withMembers({ tools: [...listed, tool] })(reply);
  };
}

const isCompletion = ({ method }: Asked): boolean => method === 'completion/complete';
const COMPLETION = { completion: { values: [], total: 0, hasMore: false } };

/** What a list that is declared is answered with instead. */
const UNLISTED = [
  ['tools', served({ tools: null }), isFirstPage],
  ['resources', refused(-32601, 'There is no method resources/list.'), () => true],
  ['prompts', served({}), isFirstPage],
] as const;

/** Unknown cursors are still refused. */
function isFirstPage({ params }: Asked): boolean {
  return !Object.hasOwn(params, 'cursor');
}

export const METHODS_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2024-11-05/ping/served',
    breaks: () => ({
      outgoing: (text, request = '') =>
        request.includes('"id":"errata-ping"')
          ? errorFor(text, { code: -32601, message: 'There is no method ping.' })
          : text,
    }),
  },
  ...UNLISTED.map(([name, change, isMeant]): Breakage => ({
    ...WHERE,
    id: `mcp/2024-11-05/${name}/list-is-a-list`,
    breaks: () => answers((asked) => is(`${name}/list`)(asked) && isMeant(asked), change),
  })),
  {
    ...WHERE,
    id: 'mcp/2024-11-05/ping/empty-result',
    breaks: () => answers(is('ping'), withMembers({ pong: true })),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/unknown-method-refused',
    breaks: () => answers((asked) => isUnknown(asked) && !asked.hasParams, served({})),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/unknown-method-code',
    breaks: () => answers((asked) => isUnknown(asked) && !asked.hasParams, recoded(-32600)),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/unknown-method-with-params',
    breaks: () => answers((asked) => isUnknown(asked) && asked.hasParams, recoded(-32602)),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/unknown-method-built-in',
    breaks: () => answers(is('constructor'), served({})),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/unadvertised-capability',
    breaks: () => answers(isCompletion, served(COMPLETION)),
  },
  {
    ...MODERN_WHERE,
    id: 'mcp/2026-07-28/schema/unadvertised-capability',
    breaks: () => answers(isCompletion, served({ resultType: 'complete', ...COMPLETION })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/list-names',
    breaks: () => answers(is('tools/list'), listsToo({ inputSchema: { type: 'object' } })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/list-input-schema',
    breaks: () => answers(is('tools/list'), listsToo({ name: 'shapeless', inputSchema: {} })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/list-unique',
    breaks: () =>
      answers(is('tools/list'), listsToo({ name: 'remove', inputSchema: { type: 'object' } })),
  },
  ...ABSENT_BREAKAGES,
  ...MALFORMED_BREAKAGES,
];
