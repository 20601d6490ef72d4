import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { WireExchange } from '../exchange.js';
import { isObject, objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { CAPABILITY_REQUESTS, LISTS } from './ask.js';
import {
  defineCases,
  hasCode,
  isRefused,
  isRefusedWith,
  judgeReply,
  never,
  noReply,
  offers,
  type Asking,
  type CaseRow,
  type Wanted,
} from './define-cases.js';
import { WITH_HANDSHAKE, JSONRPC, mcpLink } from './spec.js';
import { unjudged } from './http-answers.js';
import {
  beginningOf,
  codeOf,
  describe,
  errorOf,
  hasFailed,
  hasResult,
  isFinal,
  resultOf,
} from './read-reply.js';
import { hintsOf } from './retry.js';

const UNKNOWN_METHOD = 'errata/no-such-method';

/** What every object of JavaScript has, and no table of methods should. */
const BUILT_IN_METHODS = ['__proto__', 'constructor', 'toString'] as const;

const PING = mcpLink('ping', '2025-11-25', 'behavior-requirements');
const TOOL = mcpLink('tools', '2025-11-25', 'tool');
const TOOL_ERRORS = mcpLink('tools', '2025-11-25', 'error-handling');
/** The user has to go somewhere first, to log in for example. */
const URL_ELICITATION_REQUIRED = -32042;

type Entry = Readonly<Record<string, unknown>>;

const UNKNOWN_TOOL = 'errata-no-such-tool';

/** What every object of JavaScript has, and no table of tools should. */
const BUILT_IN_TOOLS = ['__proto__', 'constructor'] as const;

export const METHODS_CASES = defineCases({ group: 'methods', link: JSONRPC.errorObject }, [
  {
    id: 'mcp/2024-11-05/ping/served',
    must: 'A ping is answered with a result.',
    link: PING,
    fix: 'Answer ping with "result": {}.',
    eras: WITH_HANDSHAKE,
    ask: (probe) => probe.request('ping', undefined, { id: '"errata-ping"' }),
    what: 'ping',
    want: ({ reply }) => hasResult(reply),
  },
  {
    id: 'mcp/2024-11-05/ping/empty-result',
    must: 'A ping is answered with an empty result.',
    link: PING,
    fix: 'Answer ping with "result": {}.',
    eras: WITH_HANDSHAKE,
    ask: (probe) => probe.request('ping'),
    unless: ({ reply }) =>
      resultOf(reply) === undefined
        ? notObserved('there was no result that is an object')
        : undefined,
    want({ reply }) {
      const more = Object.keys(resultOf(reply)!).filter((name) => name !== '_meta');
      return more.length === 0 || `the result of ping has ${more.join(', ')}`;
    },
  },
  {
    id: 'jsonrpc/5.1/unknown-method-refused',
    must: 'A method that does not exist is answered with an error.',
    fix: 'Answer methods that you do not know with -32601, never with an empty result.',
    ask: (probe) => probe.request(UNKNOWN_METHOD),
    what: UNKNOWN_METHOD,
    want: isRefused,
  },
  {
    id: 'jsonrpc/5.1/unknown-method-code',
    must: 'The error for a method that does not exist has the code -32601.',
    fix: 'Use -32601 (Method not found) for methods that you do not know.',
    ask: (probe) => probe.request(UNKNOWN_METHOD),
    what: UNKNOWN_METHOD,
    want: hasCode(-32601),
  },
  {
    id: 'jsonrpc/5.1/unknown-method-with-params',
    must: 'A method that does not exist is answered with -32601 whatever its params are.',
    fix: 'Look for the method before you look at the params.',
    ask: (probe) => probe.request(UNKNOWN_METHOD, { name: 7, arguments: 'none' }),
    what: `${UNKNOWN_METHOD} with params`,
    want: isRefusedWith(-32601),
  },
  {
    id: 'jsonrpc/5.1/unknown-method-built-in',
    must: 'A method with the name of a member of every object does not exist either.',
    fix: 'Look methods up in a Map, or with Object.hasOwn: "constructor" is in every object.',
    async run(probe) {
      for (const method of BUILT_IN_METHODS) {
        const outcome = judgeReply(
          await probe.request(method),
          `the method ${method}`,
          isRefusedWith(-32601),
        );
        if (outcome.kind !== 'kept') return outcome;
      }
      return kept;
    },
  },
  {
    id: 'mcp/2024-11-05/lifecycle/unadvertised-capability',
    should: 'A method of a capability that the server did not advertise is answered with -32601.',
    link: mcpLink('lifecycle', '2025-11-25', 'capability-negotiation'),
    fix: 'Advertise the capability, or answer its methods with -32601 (Method not found).',
    eras: WITH_HANDSHAKE,
    deviation: 'own-code',
    run: judgeUnadvertised,
  },
  {
    id: 'mcp/2026-07-28/schema/unadvertised-capability',
    must: 'A method of a capability that the server did not advertise is answered with -32601.',
    link: 'https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror',
    fix: 'Advertise the capability, or answer its methods with -32601 (Method not found).',
    deviation: 'own-code',
    run: judgeUnadvertised,
  },
  // A server that declares a capability lists its entries.
  ...LISTS.map((name): CaseRow<'link'> => ({
    id: `mcp/2024-11-05/${name}/list-is-a-list`,
    must: `A server that declares the capability ${name} answers ${name}/list with an array "${name}".`,
    link: mcpLink(name, '2025-11-25', `listing-${name}`),
    fix: `Answer ${name}/list with "result": { "${name}": [] } where there are none, or do not declare the capability.`,
    needs: offers(name),
    ask: (probe) => probe.request(`${name}/list`),
    what: `${name}/list`,
    unless: (exchange) =>
      (exchange.httpAnswers.length === 0 ? undefined : unjudged(exchange)) ?? noReply(exchange),
    want: (exchange) => isList(exchange, name),
  })),
  {
    id: 'mcp/2024-11-05/tools/list-names',
    must: 'Every tool of tools/list has a name.',
    link: TOOL,
    fix: 'Give every tool a "name" that is a text and not empty.',
    ...listsTools((tools) => {
      const flawed = tools.find(({ name }) => typeof name !== 'string' || name === '');
      return flawed && `a tool has no name: ${JSON.stringify(flawed).slice(0, 120)}`;
    }),
  },
  {
    id: 'mcp/2024-11-05/tools/list-input-schema',
    must: 'Every tool of tools/list has an inputSchema whose type is object.',
    link: TOOL,
    fix: 'Give every tool an "inputSchema" with "type": "object", also where it takes no arguments.',
    ...listsTools((tools) => {
      const flawed = tools.find(
        ({ inputSchema }) => objectOrEmpty(inputSchema)['type'] !== 'object',
      );
      return flawed && `the tool ${String(flawed['name'])} has the inputSchema ${schemaOf(flawed)}`;
    }),
  },
  {
    id: 'mcp/2024-11-05/tools/list-unique',
    should: 'No two tools of tools/list have the same name.',
    link: TOOL,
    fix: 'Give every tool a name of its own: only one of them can be called.',
    ...listsTools((tools) => {
      const names = tools.map(({ name }) => name).filter((name) => typeof name === 'string');
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      return twice === undefined ? undefined : `there are two tools ${twice}`;
    }),
  },
  {
    id: 'mcp/2024-11-05/tools/unknown-tool-fails',
    must: 'The call of a tool that does not exist fails.',
    link: TOOL_ERRORS,
    fix: 'Answer calls of unknown tools with an error, never with a result that looks like a success.',
    async run(probe) {
      for (const name of [UNKNOWN_TOOL, ...BUILT_IN_TOOLS]) {
        const exchange = await callUnknown(probe, name);
        if ('kind' in exchange) return exchange;
        const outcome = judgeReply(exchange, `the tool ${name}`, isRefused);
        if (outcome.kind !== 'kept') return outcome;
      }
      return kept;
    },
  },
  {
    id: 'mcp/2024-11-05/tools/unknown-tool-is-an-error',
    should: 'The call of a tool that does not exist is answered with a JSON-RPC error.',
    link: TOOL_ERRORS,
    fix: 'Answer with error -32602: a result with isError is for what goes wrong within a tool.',
    needs: noTool(UNKNOWN_TOOL),
    ask: (probe) => probe.call(UNKNOWN_TOOL, {}),
    what: `the tool ${UNKNOWN_TOOL}`,
    unless: (exchange) => (hasFailed(exchange) ? undefined : notObserved('the call did not fail')),
    want: ({ reply }) => errorOf(reply) !== undefined,
  },
  {
    id: 'mcp/2024-11-05/tools/unknown-tool-code',
    should: 'The error for a tool that does not exist has the code -32602.',
    link: TOOL_ERRORS,
    fix: 'Use -32602 (Invalid params) for tools that you do not have: the method tools/call does exist.',
    deviation: 'own-code',
    needs: noTool(UNKNOWN_TOOL),
    ask: (probe) => probe.call(UNKNOWN_TOOL, {}),
    what: `the tool ${UNKNOWN_TOOL}`,
    want: hasCode(-32602),
  },
  {
    id: 'mcp/2024-11-05/tools/unknown-tool-built-in',
    should: 'A tool with the name of a member of every object fails like any other unknown one.',
    link: TOOL_ERRORS,
    fix: 'Look tools up in a Map, or with Object.hasOwn: "constructor" is in every object.',
    async run(probe) {
      const usual = await callUnknown(probe, UNKNOWN_TOOL);
      if ('kind' in usual) return usual;
      if (!hasFailed(usual)) return notObserved('an unknown tool does not fail');
      for (const name of BUILT_IN_TOOLS) {
        const exchange = await callUnknown(probe, name);
        const outcome = 'kind' in exchange ? exchange : judgeAlike(exchange, usual, name);
        if (outcome.kind !== 'kept') return outcome;
      }
      return kept;
    },
  },
]);

async function judgeUnadvertised(probe: Probe): Promise<CaseOutcome> {
  const { era, offer } = probe;
  if (!isObject(beginningOf(probe)?.result['capabilities'])) {
    return notObserved('the server did not say what it can do');
  }
  // One request for each capability: of resources, the list.
  const left = CAPABILITY_REQUESTS.filter(
    ({ capability, method, eras }) =>
      method !== 'resources/templates/list' &&
      eras?.includes(era) !== false &&
      !Object.hasOwn(offer.capabilities, capability),
  );
  if (left.length === 0) return notObserved('the server advertises everything');
  for (const { method, params, capability } of left) {
    const what = `${method} without the capability ${capability}`;
    const outcome = judgeReply(await probe.request(method, params), what, isRefusedWith(-32601));
    if (outcome.kind !== 'kept') return outcome;
  }
  return kept;
}

function isList(exchange: WireExchange, name: string): Wanted {
  const { reply } = exchange;
  if (errorOf(reply) !== undefined) {
    return codeOf(reply) === URL_ELICITATION_REQUIRED || hintsOf(exchange).length > 0
      ? notObserved(`the list could not be had now: ${describe(exchange)}`)
      : false;
  }
  const result = resultOf(reply);
  if (result === undefined) return notObserved('the result is no object');
  if (!isFinal(result)) return notObserved('the result is not the final one');
  const list = result[name];
  const shown = list === undefined ? 'missing' : JSON.stringify(list).slice(0, 80);
  return Array.isArray(list) || `in the result of ${name}/list, "${name}" is ${shown}`;
}

/** Judges the first page of the tools by what is wrong with it. */
function listsTools(flawOf: (tools: readonly Entry[]) => string | undefined): Asking {
  return {
    needs: offers('tools'),
    ask: (probe) => probe.request('tools/list'),
    unless: never,
    want({ reply }) {
      const tools = resultOf(reply)?.['tools'];
      if (!Array.isArray(tools)) return notObserved('there was no list of tools');
      return flawOf(tools.map(objectOrEmpty)) ?? true;
    },
  };
}

function schemaOf({ inputSchema }: Entry): string {
  return inputSchema === undefined ? 'undefined' : JSON.stringify(inputSchema).slice(0, 120);
}

/** For `needs`: a server with tools that has none of this name. */
function noTool(name: string): (probe: Probe) => CaseOutcome | undefined {
  return (probe) =>
    probe.offer.tools.some((tool) => tool.name === name)
      ? notObserved(`there is a tool ${name}`)
      : offers('tools')(probe);
}

/** Call a tool that the server does not have. */
async function callUnknown(probe: Probe, name: string): Promise<WireExchange | CaseOutcome> {
  const missing = noTool(name)(probe);
  if (missing !== undefined) return missing;
  const exchange = await probe.call(name, {});
  return noReply(exchange) ?? exchange;
}

function judgeAlike(exchange: WireExchange, usual: WireExchange, name: string): CaseOutcome {
  if (!hasFailed(exchange)) return notObserved(`the tool ${name} does not fail`);
  const isAlike =
    (errorOf(exchange.reply) === undefined) === (errorOf(usual.reply) === undefined) &&
    codeOf(exchange.reply) === codeOf(usual.reply);
  if (isAlike) return kept;
  const why = `the tool ${name} got ${describe(exchange)}, and ${UNKNOWN_TOOL} got ${describe(usual)}`;
  return violated(why, exchange, usual);
}
