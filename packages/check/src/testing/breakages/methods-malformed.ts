import type { Breakage } from '../breakage.js';
import { answers, recoded, served, type Asked } from './changed-replies.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** How a request is known that has to be refused, and what it is served with instead. */
interface Row {
  readonly id: string;
  readonly result: object;
  isOne(asked: Asked): boolean;
}

const DONE = { content: [{ type: 'text', text: 'Done.' }] };

const ROWS: readonly Row[] = [
  {
    id: 'mcp/2024-11-05/tools/call-without-params',
    isOne: ({ method, hasParams }) => method === 'tools/call' && !hasParams,
    result: DONE,
  },
  {
    id: 'mcp/2024-11-05/tools/call-without-name',
    isOne: ({ method, params, hasParams }) =>
      method === 'tools/call' && hasParams && !Object.hasOwn(params, 'name'),
    result: DONE,
  },
  {
    id: 'mcp/2024-11-05/tools/call-name-type',
    isOne: ({ method, params }) => method === 'tools/call' && params['name'] === 7,
    result: DONE,
  },
  {
    id: 'mcp/2024-11-05/tools/call-arguments-array',
    isOne: ({ method, params }) => method === 'tools/call' && Array.isArray(params['arguments']),
    result: DONE,
  },
  {
    id: 'mcp/2024-11-05/tools/call-arguments-text',
    isOne: ({ method, params }) => method === 'tools/call' && params['arguments'] === 'errata',
    result: DONE,
  },
  {
    id: 'mcp/2024-11-05/resources/read-without-uri',
    isOne: ({ method, params }) => method === 'resources/read' && !Object.hasOwn(params, 'uri'),
    result: { contents: [] },
  },
  {
    id: 'mcp/2024-11-05/resources/read-uri-type',
    isOne: ({ method, params }) => method === 'resources/read' && params['uri'] === 7,
    result: { contents: [] },
  },
  {
    id: 'mcp/2024-11-05/prompts/get-without-name',
    isOne: ({ method, params }) => method === 'prompts/get' && !Object.hasOwn(params, 'name'),
    result: { messages: [] },
  },
  {
    id: 'mcp/2024-11-05/prompts/required-argument',
    isOne: ({ method, params }) =>
      method === 'prompts/get' &&
      params['name'] === 'greeting' &&
      JSON.stringify(params['arguments']) === '{}',
    result: { messages: [] },
  },
];

export const MALFORMED_BREAKAGES: readonly Breakage[] = ROWS.flatMap(({ id, isOne, result }) => [
  { ...WHERE, id: `${id}-refused`, breaks: () => answers(isOne, served(result)) },
  { ...WHERE, id: `${id}-code`, breaks: () => answers(isOne, recoded(-32600)) },
]);
