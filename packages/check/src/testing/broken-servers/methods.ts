import type { KitOptions } from '@errata/kit';
import { objectOrEmpty } from '../../json/json.js';
import { broken, type Breakage } from '../breakage.js';
import {
  answers,
  errorFor,
  is,
  recoded,
  refused,
  served,
  withData,
  withMembers,
  type ParsedRequest,
  type Members,
} from './hooks.js';

const isUnknown = is('errata/no-such-method');
const isCompletion = ({ method }: ParsedRequest): boolean => method === 'completion/complete';
const COMPLETION = { completion: { values: [], total: 0, hasMore: false } };
const calls = (name: string) => has('tools/call', 'name', (each) => each === name);
const isAbsentTool = (asked: ParsedRequest): boolean =>
  ['errata-no-such-tool', '__proto__', 'constructor'].some((name) => calls(name)(asked));
const isUnknownResource = has(
  'resources/read',
  'uri',
  (uri) => uri === 'errata://no-such-resource',
);
const isUnknownPrompt = has('prompts/get', 'name', (name) => name === 'errata-no-such-prompt');
const DONE = { content: [{ type: 'text', text: 'Done.' }] };

/** Requests that have to be refused, and what they are served with instead. */
const MALFORMED: readonly (readonly [
  id: string,
  isOne: (asked: ParsedRequest) => boolean,
  result: object,
])[] = [
  ['tools/call-without-params', (asked) => is('tools/call')(asked) && !asked.hasParams, DONE],
  [
    'tools/call-without-name',
    (asked) => is('tools/call')(asked) && asked.hasParams && !Object.hasOwn(asked.params, 'name'),
    DONE,
  ],
  ['tools/call-name-type', has('tools/call', 'name', (name) => name === 7), DONE],
  ['tools/call-arguments-array', has('tools/call', 'arguments', Array.isArray), DONE],
  ['tools/call-arguments-text', has('tools/call', 'arguments', (args) => args === 'errata'), DONE],
  ['resources/read-without-uri', lacks('resources/read', 'uri'), { contents: [] }],
  ['resources/read-uri-type', has('resources/read', 'uri', (uri) => uri === 7), { contents: [] }],
  ['prompts/get-without-name', lacks('prompts/get', 'name'), { messages: [] }],
  [
    'prompts/required-argument',
    ({ method, params }) =>
      method === 'prompts/get' &&
      params['name'] === 'greeting' &&
      JSON.stringify(params['arguments']) === '{}',
    { messages: [] },
  ],
];

export const METHODS_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'mcp/2024-11-05/ping/served': () => ({
      outgoing: (text, request = '') =>
        request.includes('"id":"errata-ping"')
          ? errorFor(text, { code: -32601, message: 'There is no method ping.' })
          : text,
    }),
    'mcp/2024-11-05/ping/empty-result': () => answers(is('ping'), withMembers({ pong: true })),
    'jsonrpc/5.1/unknown-method-refused': () =>
      answers((asked) => isUnknown(asked) && !asked.hasParams, served({})),
    'jsonrpc/5.1/unknown-method-code': () =>
      answers((asked) => isUnknown(asked) && !asked.hasParams, recoded(-32600)),
    'jsonrpc/5.1/unknown-method-with-params': () =>
      answers((asked) => isUnknown(asked) && asked.hasParams, recoded(-32602)),
    'jsonrpc/5.1/unknown-method-built-in': () => answers(is('constructor'), served({})),
    'mcp/2024-11-05/lifecycle/unadvertised-capability': () =>
      answers(isCompletion, served(COMPLETION)),
    'mcp/2024-11-05/tools/list-is-a-list': () =>
      answers((asked) => is('tools/list')(asked) && isFirstPage(asked), served({ tools: null })),
    'mcp/2024-11-05/resources/list-is-a-list': () =>
      answers(is('resources/list'), refused(-32601, 'There is no method resources/list.')),
    'mcp/2024-11-05/prompts/list-is-a-list': () =>
      answers((asked) => is('prompts/list')(asked) && isFirstPage(asked), served({})),
    'mcp/2024-11-05/tools/list-names': () =>
      answers(is('tools/list'), listsToo({ inputSchema: { type: 'object' } })),
    'mcp/2024-11-05/tools/list-input-schema': () =>
      answers(is('tools/list'), listsToo({ name: 'shapeless', inputSchema: {} })),
    'mcp/2024-11-05/tools/list-unique': () =>
      answers(is('tools/list'), listsToo({ name: 'remove', inputSchema: { type: 'object' } })),
    'mcp/2024-11-05/tools/unknown-tool-fails': () => answers(calls('constructor'), served(DONE)),
    'mcp/2024-11-05/tools/unknown-tool-is-an-error': () =>
      answers(
        isAbsentTool,
        served({
          content: [{ type: 'text', text: 'Unknown tool; use lookup' }],
          isError: true,
        }),
      ),
    'mcp/2024-11-05/tools/unknown-tool-code': () => answers(isAbsentTool, recoded(-32601)),
    'mcp/2024-11-05/tools/unknown-tool-built-in': () =>
      answers(calls('__proto__'), recoded(-32600)),
    'mcp/2024-11-05/resources/unknown-resource-refused': () =>
      answers(isUnknownResource, served({ contents: [] })),
    'mcp/2024-11-05/resources/unknown-resource-code': () =>
      answers(isUnknownResource, recoded(-32600)),
    'mcp/2024-11-05/prompts/unknown-prompt-refused': () =>
      answers(isUnknownPrompt, served({ messages: [] })),
    'mcp/2024-11-05/prompts/unknown-prompt-code': () => answers(isUnknownPrompt, recoded(-32600)),
    'mcp/2024-11-05/logging/unknown-level': () => answers(is('logging/setLevel'), served({})),
    'mcp/2025-03-26/completion/unknown-prompt': () => ({
      offer: completes,
      ...answers(is('completion/complete'), served(COMPLETION)),
    }),
  }),
  ...broken('2026-07-28', 'stdio', {
    'mcp/2026-07-28/schema/unadvertised-capability': () =>
      answers(isCompletion, served({ resultType: 'complete', ...COMPLETION })),
    'mcp/2026-07-28/resources/unknown-resource-refused': () =>
      answers(isUnknownResource, served({ resultType: 'complete', contents: [] })),
    'mcp/2026-07-28/resources/unknown-resource-code': () =>
      answers(isUnknownResource, recoded(-32600)),
    'mcp/2026-07-28/resources/unknown-resource-uri': () =>
      answers(isUnknownResource, withData({ uri: undefined })),
    'mcp/2026-07-28/logging/unknown-level': () => ({
      incoming: (text) => text.replace('"errata-loud"', '"error"'),
    }),
  }),
  ...(['tools', 'resources', 'prompts'] as const).flatMap((kind) =>
    broken('2025-11-25', 'stdio', {
      [`mcp/2024-11-05/pagination/unknown-cursor-${kind}`]: () =>
        answers(
          has(`${kind}/list`, 'cursor', (cursor) => cursor === 'errata-no-such-cursor'),
          served({ [kind]: [] }),
        ),
    }),
  ),
  ...MALFORMED.flatMap(([id, isOne, result]) =>
    broken('2025-11-25', 'stdio', {
      [`mcp/2024-11-05/${id}-refused`]: () => answers(isOne, served(result)),
      [`mcp/2024-11-05/${id}-code`]: () => answers(isOne, recoded(-32600)),
    }),
  ),
];

/** Whether a request of a method has a param of such a value. */
function has(
  wanted: string,
  param: string,
  isMeant: (value: unknown) => boolean,
): (asked: ParsedRequest) => boolean {
  return ({ method, params }) => method === wanted && isMeant(params[param]);
}

function lacks(wanted: string, param: string): (asked: ParsedRequest) => boolean {
  return ({ method, params }) => method === wanted && !Object.hasOwn(params, param);
}

/** Adds a tool to the list that must not be called. */
function listsToo(tool: object): (reply: Members) => Members {
  return (reply) => {
    const tools = objectOrEmpty(reply['result'])['tools'];
    const listed: readonly unknown[] = Array.isArray(tools) ? (tools as unknown[]) : [];
    return withMembers({ tools: [...listed, tool] })(reply);
  };
}

/** Unknown cursors are still refused. */
function isFirstPage({ params }: ParsedRequest): boolean {
  return !Object.hasOwn(params, 'cursor');
}

/** The sample, with a prompt that completes its argument. */
export function completes(options: KitOptions): KitOptions {
  const prompts = options.prompts?.map((prompt) => ({
    ...prompt,
    arguments: prompt.arguments?.map((each) => ({ ...each, complete: () => ['world'] })) ?? [],
  }));
  return { ...options, ...(prompts && { prompts }) };
}
