import type { Breakage } from '../breakage.js';
import { membersOf, parseJson } from '../../json/json.js';
import { answerSpoiled, argumentsOf, errorFor, resultFor } from './answers.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** Another message for the error of an unknown method. */
const renamed = (message: (given: string) => string) => (text: string) => {
  const { code, message: given } = membersOf(membersOf(parseJson(text))['error']);
  return code === -32601 ? errorFor(text, { code, message: message(String(given)) }) : text;
};

/** Other words for wrong calls of `lookup` that lack something. */
const said = (...texts: readonly string[]) =>
  answerSpoiled(
    (reply) =>
      resultFor(reply, {
        content: texts.map((text) => ({ type: 'text', text })),
        isError: true,
      }),
    'out-of-enum',
  );

const RIGHT = 'kind has to be one of city, river, mountain';

export const MESSAGES_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'jsonrpc/5.1/message-single-sentence',
    breaks: () => ({ outgoing: renamed((message) => `${message}\nPlease read the manual.`) }),
  },
  {
    ...WHERE,
    id: 'errata/messages/not-empty',
    breaks: () => ({ outgoing: renamed(() => '') }),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/tools/failure-has-text',
    breaks: () => ({
      outgoing: (text, request) =>
        membersOf(argumentsOf(request, 'lookup'))['name'] === undefined &&
        argumentsOf(request, 'lookup') !== undefined
          ? resultFor(text, { content: [], isError: true })
          : text,
    }),
  },
  {
    ...WHERE,
    id: 'errata/messages/no-dump',
    breaks: () =>
      said(`Invalid arguments: [{"code":"invalid_value","path":["kind"],"message":"${RIGHT}"}]`),
  },
  {
    ...WHERE,
    id: 'errata/messages/no-double-prefix',
    breaks: () => said(`MCP error -32602: MCP error -32602: ${RIGHT}`),
  },
  {
    ...WHERE,
    id: 'errata/messages/no-control-characters',
    breaks: () => said(`${RIGHT} \u001b[0m`),
  },
  {
    ...WHERE,
    id: 'errata/messages/first-block',
    breaks: () => said('An error occurred.', RIGHT),
  },
  {
    ...WHERE,
    id: 'errata/messages/token-cost',
    breaks: () => said(`${RIGHT}. ${'The manual has a chapter about this. '.repeat(80)}`),
  },
  {
    ...WHERE,
    id: 'errata/messages/not-generic',
    breaks: () => said('Invalid arguments'),
  },
  {
    ...WHERE,
    id: 'errata/messages/names-the-field',
    breaks: () => said('The value has to be one of city, river, mountain'),
  },
  {
    ...WHERE,
    id: 'errata/messages/next-step',
    breaks: () => said('The argument kind is not right'),
  },
  {
    ...WHERE,
    id: 'errata/messages/names-the-tool',
    breaks: () => ({
      outgoing: (text, request) =>
        argumentsOf(request, 'errata_check_no_such_tool') === undefined
          ? text
          : errorFor(text, { code: -32602, message: 'There is no such tool.' }),
    }),
  },
];
