import { objectOrEmpty, parseJson } from '../../json/json.js';
import { broken } from '../breakage.js';
import { answerSpoiled, argumentsOf, errorFor, resultFor } from './hooks.js';

/** Another message for the error of an unknown method. */
const renamed = (message: (given: string) => string) => (text: string) => {
  const { code, message: given } = objectOrEmpty(objectOrEmpty(parseJson(text))['error']);
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

export const MESSAGES_BREAKAGES = broken('2025-11-25', 'stdio', {
  'jsonrpc/5.1/message-single-sentence': () => ({
    outgoing: renamed((message) => `${message}\nPlease read the manual.`),
  }),
  'errata/messages/not-empty': () => ({ outgoing: renamed(() => '') }),
  'mcp/2024-11-05/tools/failure-has-text': () => ({
    outgoing: (text, request) =>
      objectOrEmpty(argumentsOf(request, 'lookup'))['name'] === undefined &&
      argumentsOf(request, 'lookup') !== undefined
        ? resultFor(text, { content: [], isError: true })
        : text,
  }),
  'errata/messages/no-dump': () =>
    said(`Invalid arguments: [{"code":"invalid_value","path":["kind"],"message":"${RIGHT}"}]`),
  'errata/messages/no-double-prefix': () => said(`MCP error -32602: MCP error -32602: ${RIGHT}`),
  'errata/messages/no-control-characters': () => said(`${RIGHT} \u001b[0m`),
  'errata/messages/first-block': () => said('An error occurred.', RIGHT),
  'errata/messages/token-cost': () =>
    said(`${RIGHT}. ${'The manual has a chapter about this. '.repeat(80)}`),
  'errata/messages/not-generic': () => said('Invalid arguments'),
  'errata/messages/names-the-field': () => said('The value has to be one of city, river, mountain'),
  'errata/messages/next-step': () => said('The argument kind is not right'),
  'errata/messages/names-the-tool': () => ({
    outgoing: (text, request) =>
      argumentsOf(request, 'errata_check_no_such_tool') === undefined
        ? text
        : errorFor(text, { code: -32602, message: 'Unknown tool.' }),
  }),
});
