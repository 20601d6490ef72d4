import { notObserved, type Case, type Outcome } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import { isObject, membersOf, parseJson } from '../../json/json.js';
import { entriesOf } from '../entries.js';
import { MCP } from '../eras.js';
import { isMeant } from '../framing/meant-reply.js';
import { mcpLink } from '../links.js';
import { outcomeOf } from '../messages/outcome-of.js';
import { hasResult, resultOf } from '../read-reply.js';
import { isFinal } from '../result-type.js';
import { answersOf } from '../tool-calls.js';

const ABOUT = { group: 'requests', keyword: 'MUST', eras: MCP, when: 'last' } as const;

export const resultIsObject: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/basic/result-is-an-object',
  requirement: 'Every result is an object.',
  link: mcpLink('basic', '2025-11-25', 'responses'),
  fix: 'Put a list, a text or null into a member of an object; where there is nothing to say, the result is {}.',
  run: ({ exchanges }) =>
    judge(exchanges, (exchange) =>
      entriesOf(exchange.responses)
        .filter((entry) => hasResult(entry) && isMeant(entry.value, exchange))
        .map((entry) => {
          const { result } = membersOf(entry.value);
          return isObject(result) ? undefined : `a result is ${shown(result)}`;
        }),
    ),
};

export const toolResultHasContent: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/tools/result-has-content',
  requirement: 'Every result of tools/call has an array "content", also where it says isError.',
  link: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult',
  fix: 'Write "content" into every result, with a text block in it; structuredContent does not take its place.',
  run: ({ exchanges }) =>
    judge(exchanges, (exchange) =>
      answersOf(exchange).flatMap(({ request, reply }) => {
        const result = isCall(request) ? finalResult(reply) : undefined;
        if (result === undefined) return [];
        const { content } = result;
        if (Array.isArray(content)) return [undefined];
        const how = content === undefined ? 'no content' : `the content ${shown(content)}`;
        return [`a result of tools/call has ${how}: ${shown(result)}`];
      }),
    ),
};

function isCall(request = ''): boolean {
  return request.includes('tools/call') && membersOf(parseJson(request))['method'] === 'tools/call';
}

function finalResult(reply: Heard): Readonly<Record<string, unknown>> | undefined {
  const result = hasResult(reply) ? resultOf(reply) : undefined;
  return result !== undefined && isFinal(result) ? result : undefined;
}

/** Judge each result of a run: undefined where nothing is wrong with it. */
function judge(
  exchanges: readonly Exchange[],
  flawsOf: (exchange: Exchange) => readonly (string | undefined)[],
): Outcome {
  const all = exchanges.flatMap((exchange) => flawsOf(exchange).map((why) => ({ why, exchange })));
  if (all.length === 0) return notObserved('no such result was heard');
  return outcomeOf(
    all.flatMap(({ why, exchange }) => (why === undefined ? [] : [{ why, exchange }])),
  );
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 120);
}
