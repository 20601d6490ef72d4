import type { Era } from '@errata/core';
import { notObserved, type Case, type CaseOutcome } from '../case.js';
import type { WireExchange } from '../exchange.js';
import { isObject, objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { isModern } from '../session/messages.js';
import type { OfferedTool } from '../session/offer.js';
import { LISTS } from './ask.js';
import {
  defineCases,
  hasCode,
  isRefused,
  isRefusedWith,
  judgeReply,
  offers,
  type Asking,
  type Capability,
  type CaseRow,
  type Wanted,
} from './define-cases.js';
import { WITH_HANDSHAKE, JSONRPC, mcpLink } from './spec.js';
import { describe, errorOf } from './read-reply.js';
import { FAILS_ANYWAY, failsAnyway, noTool } from './tool-calls.js';

/** A request that has to be refused. */
interface Refusal {
  /** To which `-refused` and `-code` are added. */
  readonly id: string;
  /** What is sent, as the beginning of a sentence: `A tools/call without a name`. */
  readonly what: string;
  readonly method: 'tools/call' | 'resources/read' | 'prompts/get';
  /** What is sent with it; a text says why there is nothing to be sent. */
  params(probe: Probe): object | string | undefined;
  /** Default: -32602. */
  readonly codes?: readonly number[];
  /** Where it says that it is refused, and how strongly. */
  readonly refused: Strength;
  /** The same of the code. */
  readonly coded: Strength;
  /** The tool that is called, where one that exists is: a tool that always fails refuses nothing. */
  tool?(probe: Probe): OfferedTool | undefined;
  readonly eras?: readonly Era[];
  /** Over HTTP, 2026-07-28 wants the name or uri in a header too, which cannot be there when there is none. */
  readonly headerless?: boolean;
}

type Strength = Pick<Case, 'keyword' | 'link' | 'fix'>;

const must = (link: string, fix: string): Strength => ({ keyword: 'MUST', link, fix });
const should = (link: string, fix: string): Strength => ({ keyword: 'SHOULD', link, fix });
const TOOL_SECURITY = mcpLink('tools', '2025-11-25', 'security-considerations');
const RESOURCE_ERRORS = mcpLink('resources', '2025-11-25', 'error-handling');
const MODERN_RESOURCE_ERRORS = mcpLink('resources', '2026-07-28', 'error-handling');
const RESOURCE_SECURITY = mcpLink('resources', '2025-11-25', 'security-considerations');
const PROMPT_ERRORS = mcpLink('prompts', '2025-11-25', 'error-handling');

const CALL_CODED = must(
  JSONRPC.errorObject,
  'Use -32602 (Invalid params): -32603 says that the server is broken, so no caller corrects the call.',
);
const CALL_OBJECT =
  'Check that the "arguments" of tools/call are an object, whatever the tool takes.';
const READ_CODED = must(
  JSONRPC.errorObject,
  'Use -32602 (Invalid params) where a member of the params is missing or wrong.',
);

const UNKNOWN_URI = 'errata://no-such-resource';
const UNKNOWN_RESOURCE = {
  what: 'The reading of a resource that does not exist',
  method: 'resources/read',
  params: () => ({ uri: UNKNOWN_URI }),
} as const;

export const METHODS_PARAMS_CASES = defineCases({ group: 'methods' }, [
  ...refusalPair({
    id: 'mcp/2024-11-05/tools/call-without-params',
    what: 'A tools/call without params',
    method: 'tools/call',
    params: () => undefined,
    eras: WITH_HANDSHAKE,
    refused: must(TOOL_SECURITY, 'Check that tools/call has params before anything else.'),
    coded: CALL_CODED,
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/tools/call-without-name',
    what: 'A tools/call without a name',
    method: 'tools/call',
    params: () => ({ arguments: {} }),
    headerless: true,
    refused: must(TOOL_SECURITY, 'Check that the params of tools/call have a "name".'),
    coded: CALL_CODED,
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/tools/call-name-type',
    what: 'A tools/call whose name is a number',
    method: 'tools/call',
    params: () => ({ name: 7, arguments: {} }),
    headerless: true,
    refused: must(TOOL_SECURITY, 'Check that the "name" of tools/call is a text.'),
    coded: CALL_CODED,
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/tools/call-arguments-array',
    what: 'A tools/call whose arguments are an array',
    method: 'tools/call',
    params: (probe) => callWith(probe, ['errata']),
    tool: ({ callable: [tool] }) => tool,
    refused: must(TOOL_SECURITY, CALL_OBJECT),
    coded: CALL_CODED,
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/tools/call-arguments-text',
    what: 'A tools/call whose arguments are a text',
    method: 'tools/call',
    params: (probe) => callWith(probe, 'errata'),
    tool: ({ callable: [tool] }) => tool,
    refused: must(TOOL_SECURITY, CALL_OBJECT),
    coded: CALL_CODED,
  }),
  // Up to 2025-11-25 the code is advice, and servers of today already use that of 2026-07-28.
  ...refusalPair({
    ...UNKNOWN_RESOURCE,
    id: 'mcp/2024-11-05/resources/unknown-resource',
    codes: [-32002, -32602],
    eras: WITH_HANDSHAKE,
    refused: should(
      RESOURCE_ERRORS,
      'Answer with an error: empty contents say that there is such a resource, and nothing in it.',
    ),
    coded: should(RESOURCE_ERRORS, 'Use -32002 (Resource not found).'),
  }),
  ...refusalPair({
    ...UNKNOWN_RESOURCE,
    id: 'mcp/2026-07-28/resources/unknown-resource',
    refused: must(
      MODERN_RESOURCE_ERRORS,
      'Answer with error -32602: empty contents say that there is such a resource, and nothing in it.',
    ),
    coded: must(MODERN_RESOURCE_ERRORS, 'Use -32602 (Invalid params) for an unknown resource.'),
  }),
  {
    id: 'mcp/2026-07-28/resources/unknown-resource-uri',
    should: 'The error for a resource that does not exist says its URI in data.uri.',
    link: MODERN_RESOURCE_ERRORS,
    fix: 'Put "uri" into the data of the error: clients tell an absent resource from wrong params by it.',
    needs: offers('resources'),
    ask: (probe) => probe.request('resources/read', { uri: UNKNOWN_URI }),
    unless: ({ reply }) =>
      errorOf(reply) === undefined ? notObserved('there was no error') : undefined,
    want(exchange) {
      const { data = null } = errorOf(exchange.reply)!;
      const shown = JSON.stringify(data).slice(0, 120);
      return saysUri(data) || `${describe(exchange)} has the data ${shown}`;
    },
  },
  ...refusalPair({
    id: 'mcp/2024-11-05/resources/read-without-uri',
    what: 'A resources/read without a uri',
    method: 'resources/read',
    params: () => ({}),
    headerless: true,
    refused: must(RESOURCE_SECURITY, 'Check that the params of resources/read have a "uri".'),
    coded: READ_CODED,
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/resources/read-uri-type',
    what: 'A resources/read whose uri is a number',
    method: 'resources/read',
    params: () => ({ uri: 7 }),
    headerless: true,
    refused: must(RESOURCE_SECURITY, 'Check that the "uri" of resources/read is a text.'),
    coded: READ_CODED,
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/prompts/unknown-prompt',
    what: 'A prompts/get of a prompt that does not exist',
    method: 'prompts/get',
    params: () => ({ name: 'errata-no-such-prompt' }),
    refused: should(
      PROMPT_ERRORS,
      'Answer an unknown prompt with an error, not with an empty prompt.',
    ),
    coded: should(PROMPT_ERRORS, 'Use -32602 (Invalid params) for prompts that you do not have.'),
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/prompts/get-without-name',
    what: 'A prompts/get without a name',
    method: 'prompts/get',
    params: () => ({}),
    headerless: true,
    refused: must(
      mcpLink('prompts', '2025-11-25', 'security'),
      'Check that the params of prompts/get have a "name".',
    ),
    coded: must(
      JSONRPC.errorObject,
      'Use -32602 (Invalid params) where a member of the params is missing.',
    ),
  }),
  ...refusalPair({
    id: 'mcp/2024-11-05/prompts/required-argument',
    what: 'A prompts/get without a required argument',
    method: 'prompts/get',
    params: withoutArguments,
    refused: should(
      PROMPT_ERRORS,
      'Check the arguments of a prompt against those that you list as required.',
    ),
    coded: should(
      PROMPT_ERRORS,
      'Use -32602 (Invalid params) where a required argument is missing.',
    ),
  }),
  ...LISTS.map((capability): CaseRow => ({
    id: `mcp/2024-11-05/pagination/unknown-cursor-${capability}`,
    should: `A ${capability}/list with a cursor that the server never gave is refused with -32602.`,
    link: mcpLink('pagination', '2025-11-25', 'error-handling'),
    fix: 'Refuse cursors that you do not know, also where everything fits on one page: the client would read the list twice.',
    ...refuses(capability, `${capability}/list`, { cursor: 'errata-no-such-cursor' }),
    async want(exchange, probe) {
      const wanted = isRefusedWith(-32602)(exchange);
      if (wanted !== false) return wanted;
      // Who refuses the list itself says nothing about cursors.
      const { reply } = await probe.request(`${capability}/list`);
      return (
        errorOf(reply) !== undefined && notObserved('the list is refused without a cursor, too')
      );
    },
  })),
  {
    id: 'mcp/2024-11-05/logging/unknown-level',
    should: 'A logging/setLevel with a level that does not exist is refused with -32602.',
    link: mcpLink('logging', '2025-11-25', 'error-handling'),
    fix: 'Check the level against the eight of the specification, and use -32602.',
    eras: WITH_HANDSHAKE,
    ...refuses('logging', 'logging/setLevel', { level: 'errata-loud' }),
  },
  {
    id: 'mcp/2026-07-28/logging/unknown-level',
    should: 'A request with a logLevel in _meta that does not exist is refused with -32602.',
    link: mcpLink('logging', '2026-07-28', 'error-handling'),
    fix: 'Check the logLevel in _meta against the eight of the specification, and use -32602.',
    ...refuses('logging', 'server/discover', {
      _meta: { 'io.modelcontextprotocol/logLevel': 'errata-loud' },
    }),
  },
  {
    id: 'mcp/2025-03-26/completion/unknown-prompt',
    should: 'A completion for a prompt that does not exist is refused with -32602.',
    link: mcpLink('completion', '2025-11-25', 'error-handling'),
    fix: 'Refuse completions for prompts that you do not have with -32602.',
    deviation: 'own-code',
    ...refuses('completions', 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'errata-no-such-prompt' },
      argument: { name: 'errata', value: '' },
    }),
  },
]);

/** Two cases of one request: that it is refused, and with which code. */
function refusalPair(refusal: Refusal): readonly CaseRow[] {
  const { id, what, codes = [-32602], refused, coded, eras, headerless } = refusal;
  const common = eras && { eras };
  return [
    {
      ...common,
      ...required(refused, `${what} is refused.`),
      id: `${id}-refused`,
      run: (probe) => ask(refusal, probe, isRefused),
    },
    {
      ...common,
      ...required(coded, `${what} is refused with ${codes.join(' or ')}.`),
      id: `${id}-code`,
      deviation: 'own-code',
      run(probe) {
        const isInHeader = headerless && probe.transport === 'http' && isModern(probe.era);
        return ask(refusal, probe, hasCode(...codes, ...(isInHeader ? [-32020] : [])));
      },
    },
  ];
}

function required({ keyword, link, fix }: Strength, text: string) {
  return { ...(keyword === 'MUST' ? { must: text } : { should: text }), link, fix };
}

async function ask(
  { method, what, params, tool }: Refusal,
  probe: Probe,
  want: (exchange: WireExchange) => Wanted,
): Promise<CaseOutcome> {
  const missing = offers(method.split('/')[0] as Capability)(probe);
  if (missing !== undefined) return missing;
  const given = params(probe);
  if (typeof given === 'string') return notObserved(given);
  const exchange = await probe.request(method, given);
  const called = tool?.(probe);
  return called !== undefined && (await failsAnyway(probe, called, exchange))
    ? notObserved(FAILS_ANYWAY)
    : judgeReply(exchange, what, want);
}

/** Asks for what has to be refused with -32602. */
function refuses(capability: Capability, method: string, params: object): Asking {
  return {
    needs: offers(capability),
    ask: (probe) => probe.request(method, params),
    what: `${method} with ${JSON.stringify(params)}`,
    want: isRefusedWith(-32602),
  };
}

function callWith(probe: Probe, args: unknown): object | string {
  return noTool(probe) ?? { name: probe.callable[0]!.name, arguments: args };
}

/** In the data itself, or in what a layout of its own puts into it. */
function saysUri(data: unknown): boolean {
  const members = objectOrEmpty(data);
  if (members['uri'] === UNKNOWN_URI) return true;
  return Object.values(members).some(
    (each) => isObject(each) && objectOrEmpty(each)['uri'] === UNKNOWN_URI,
  );
}

function withoutArguments({ offer }: Probe): object | string {
  const prompt = offer.prompts.find(({ arguments: listed }) =>
    listed.some(({ required }) => required),
  );
  return prompt === undefined
    ? 'no prompt has a required argument'
    : { name: prompt.name, arguments: {} };
}
