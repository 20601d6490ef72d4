import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { MCP } from '../eras.js';
import { judgeCode, judgeRefused } from '../judge-refusal.js';
import { mcpLink } from '../links.js';
import { codeOf, describe, errorOf, hasFailed, resultOf } from '../read-reply.js';
import { withCapability } from './with-capability.js';

const UNKNOWN = 'errata-no-such-tool';
/** What every object of JavaScript has, and no table of tools should. */
const BUILT_IN = ['__proto__', 'constructor'] as const;

const ABOUT = {
  group: 'methods',
  link: mcpLink('tools', '2025-11-25', 'error-handling'),
  eras: MCP,
} as const;

export const unknownToolFails: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/unknown-tool-fails',
  requirement: 'The call of a tool that does not exist fails.',
  keyword: 'MUST',
  fix: 'Answer calls of unknown tools with an error, never with a result that looks like a success.',
  async run(probe) {
    for (const name of [UNKNOWN, ...BUILT_IN]) {
      const judge = (exchange: Exchange): Outcome => judgeRefused(exchange, `the tool ${name}`);
      const outcome = await ask(probe, name, judge);
      if (outcome.kind !== 'kept') return outcome;
    }
    return kept;
  },
};

export const unknownToolError: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/unknown-tool-is-an-error',
  requirement: 'The call of a tool that does not exist is answered with a JSON-RPC error.',
  keyword: 'SHOULD',
  fix: 'Answer with error -32602: a result with isError is for what goes wrong within a tool.',
  run: (probe) =>
    ask(probe, UNKNOWN, (exchange) =>
      resultOf(exchange.reply)?.['isError'] === true
        ? violated(`the tool ${UNKNOWN} got ${describe(exchange)}`, exchange)
        : kept,
    ),
};

export const unknownToolCode: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/unknown-tool-code',
  requirement: 'The error for a tool that does not exist has the code -32602.',
  keyword: 'SHOULD',
  fix: 'Use -32602 (Invalid params) for tools that you do not have: the method tools/call does exist.',
  deviation: 'own-code',
  run: (probe) =>
    ask(probe, UNKNOWN, (exchange) => judgeCode(exchange, `the tool ${UNKNOWN}`, [-32602])),
};

export const unknownToolBuiltIn: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/unknown-tool-built-in',
  requirement: 'A tool with the name of a member of every object fails like any other unknown one.',
  keyword: 'SHOULD',
  fix: 'Look tools up in a Map, or with Object.hasOwn: "constructor" is in every object.',
  run: (probe) =>
    ask(probe, UNKNOWN, async (usual) => {
      if (!hasFailed(usual)) return notObserved('an unknown tool does not fail');
      for (const name of BUILT_IN) {
        const outcome = await ask(probe, name, (exchange) => judgeAlike(exchange, usual, name));
        if (outcome.kind !== 'kept') return outcome;
      }
      return kept;
    }),
};

/** Call a tool that the server does not have. */
async function ask(
  probe: Probe,
  name: string,
  judge: (exchange: Exchange) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  if (probe.offer.tools.some((tool) => tool.name === name)) {
    return notObserved(`there is a tool ${name}`);
  }
  return withCapability(probe, 'tools', async () => {
    const exchange = await probe.call(name, {});
    return exchange.reply === undefined ? notObserved('there was no reply') : judge(exchange);
  });
}

function judgeAlike(exchange: Exchange, usual: Exchange, name: string): Outcome {
  if (!hasFailed(exchange)) return notObserved(`the tool ${name} does not fail`);
  const isAlike =
    (errorOf(exchange.reply) === undefined) === (errorOf(usual.reply) === undefined) &&
    codeOf(exchange.reply) === codeOf(usual.reply);
  if (isAlike) return kept;
  const why = `the tool ${name} got ${describe(exchange)}, and ${UNKNOWN} got ${describe(usual)}`;
  return violated(why, exchange, usual);
}
