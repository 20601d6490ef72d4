import type { KitOptions } from '@errata/kit';
import type { Breakage } from '../breakage.js';
import { answers, is, recoded, served, withData, type Asked } from './changed-replies.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const MODERN_WHERE = { era: '2026-07-28', transport: 'stdio' } as const;

const calls =
  (name: string) =>
  ({ method, params }: Asked): boolean =>
    method === 'tools/call' && params['name'] === name;
const isUnknownTool = calls('errata-no-such-tool');
const isUnknownResource = ({ method, params }: Asked): boolean =>
  method === 'resources/read' && params['uri'] === 'errata://no-such-resource';
const isUnknownPrompt = ({ method, params }: Asked): boolean =>
  method === 'prompts/get' && params['name'] === 'errata-no-such-prompt';
const hasCursor =
  (wanted: string) =>
  ({ method, params }: Asked): boolean =>
    method === wanted && params['cursor'] === 'errata-no-such-cursor';

const DONE = { content: [{ type: 'text', text: 'Done.' }] };

/** The sample, with a prompt that completes its argument. */
function completes(options: KitOptions): KitOptions {
  const prompts = options.prompts?.map((prompt) => ({
    ...prompt,
    arguments: prompt.arguments?.map((each) => ({ ...each, complete: () => ['world'] })) ?? [],
  }));
  return { ...options, ...(prompts && { prompts }) };
}

export const ABSENT_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/unknown-tool-fails',
    breaks: () => answers(calls('constructor'), served(DONE)),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/unknown-tool-is-an-error',
    breaks: () =>
      answers(
        (asked) => isUnknownTool(asked) || calls('__proto__')(asked) || calls('constructor')(asked),
        served({
          content: [{ type: 'text', text: 'There is no such tool; use lookup' }],
          isError: true,
        }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/unknown-tool-code',
    breaks: () =>
      answers(
        (asked) => isUnknownTool(asked) || calls('__proto__')(asked) || calls('constructor')(asked),
        recoded(-32601),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/unknown-tool-built-in',
    breaks: () => answers(calls('__proto__'), recoded(-32600)),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/resources/unknown-resource-refused',
    breaks: () => answers(isUnknownResource, served({ contents: [] })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/resources/unknown-resource-code',
    breaks: () => answers(isUnknownResource, recoded(-32600)),
  },
  {
    ...MODERN_WHERE,
    id: 'mcp/2026-07-28/resources/unknown-resource-refused',
    breaks: () => answers(isUnknownResource, served({ resultType: 'complete', contents: [] })),
  },
  {
    ...MODERN_WHERE,
    id: 'mcp/2026-07-28/resources/unknown-resource-code',
    breaks: () => answers(isUnknownResource, recoded(-32600)),
  },
  {
    ...MODERN_WHERE,
    id: 'mcp/2026-07-28/resources/unknown-resource-uri',
    breaks: () => answers(isUnknownResource, withData({ uri: undefined })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/prompts/unknown-prompt-refused',
    breaks: () => answers(isUnknownPrompt, served({ messages: [] })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/prompts/unknown-prompt-code',
    breaks: () => answers(isUnknownPrompt, recoded(-32600)),
  },
  ...(['tools', 'resources', 'prompts'] as const).map((kind): Breakage => ({
    ...WHERE,
    id: `mcp/2024-11-05/pagination/unknown-cursor-${kind}`,
    breaks: () => answers(hasCursor(`${kind}/list`), served({ [kind]: [] })),
  })),
  {
    ...WHERE,
    id: 'mcp/2024-11-05/logging/unknown-level',
    breaks: () => answers(is('logging/setLevel'), served({})),
  },
  {
    ...MODERN_WHERE,
    id: 'mcp/2026-07-28/logging/unknown-level',
    breaks: () => ({
      incoming: (text) => text.replace('"errata-loud"', '"error"'),
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/completion/unknown-prompt',
    breaks: () => ({
      offer: completes,
      ...answers(
        is('completion/complete'),
        served({ completion: { values: [], total: 0, hasMore: false } }),
      ),
    }),
  },
];
