import { kept, notObserved, violated, type Case, type Outcome } from '../case.js';
import type { Exchange, Heard } from '../exchange.js';
import { isObject, membersOf, parseJson } from '../json/json.js';
import { kindOf } from '../session/sort-heard.js';
import { defineCases, outcomeOf } from './define-cases.js';
import { MCP } from './eras.js';
import { JSONRPC, mcpLink } from './links.js';
import { entriesOf, hasResult, isFinal, isMeant, resultOf } from './read-reply.js';
import { answersOf } from './tool-calls.js';

type Members = Readonly<Record<string, unknown>>;

const isResponse = (message: Members): boolean => typeof message['method'] !== 'string';
const hasError = (message: Members): boolean =>
  isResponse(message) && (message['error'] ?? null) !== null;
const hasErrorObject = (message: Members): boolean =>
  isResponse(message) && isObject(message['error']);

/** The form of every message that was heard in the run. */
export const REPLIES_CASES = defineCases({ group: 'requests', link: JSONRPC.errorObject }, [
  {
    id: 'jsonrpc/5/version',
    must: 'Every message of the server says "jsonrpc": "2.0".',
    link: JSONRPC.responseObject,
    fix: 'Write "jsonrpc": "2.0", as a string, into every message.',
    when: 'last',
    run: judgeMessages(
      () => true,
      ({ jsonrpc }) =>
        jsonrpc === '2.0' ? undefined : `says jsonrpc ${JSON.stringify(jsonrpc) ?? 'nowhere'}`,
    ),
  },
  {
    id: 'jsonrpc/5/result-or-error',
    must: 'Every reply has either a result or an error, and never both.',
    link: JSONRPC.responseObject,
    fix: 'Leave the other member out, also where it would be null.',
    when: 'last',
    run: judgeMessages(isResponse, (message) => {
      const [result, error] = [Object.hasOwn(message, 'result'), Object.hasOwn(message, 'error')];
      if (result !== error) return undefined;
      return result ? 'has both a result and an error' : 'has neither a result nor an error';
    }),
  },
  {
    id: 'jsonrpc/5.1/error-object',
    must: 'An error is an object.',
    fix: 'Write an error as an object with code and message.',
    when: 'last',
    run: judgeMessages(hasError, ({ error }) =>
      isObject(error) ? undefined : `has the error ${show(error)}`,
    ),
  },
  {
    id: 'jsonrpc/5.1/code-integer',
    must: 'The code of an error is an integer.',
    fix: 'Write a number without a fraction; names of errors belong into data.',
    when: 'last',
    run: judgeMessages(hasErrorObject, ({ error }) => {
      const { code } = membersOf(error);
      return Number.isInteger(code) ? undefined : `has the code ${show(code)}`;
    }),
  },
  {
    id: 'jsonrpc/5.1/message-string',
    must: 'The message of an error is a string.',
    fix: 'Write one sentence into message, and everything else into data.',
    when: 'last',
    run: judgeMessages(hasErrorObject, ({ error }) => {
      const { message } = membersOf(error);
      return typeof message === 'string' ? undefined : `has the message ${show(message)}`;
    }),
  },
  {
    id: 'mcp/2024-11-05/basic/result-is-an-object',
    must: 'Every result is an object.',
    link: mcpLink('basic', '2025-11-25', 'responses'),
    fix: 'Put a list, a text or null into a member of an object; where there is nothing to say, the result is {}.',
    eras: MCP,
    when: 'last',
    run: ({ exchanges }) =>
      judgeResults(exchanges, (exchange) =>
        entriesOf(exchange.responses)
          .filter((entry) => hasResult(entry) && isMeant(entry.value, exchange))
          .map((entry) => {
            const { result } = membersOf(entry.value);
            return isObject(result) ? undefined : `a result is ${shown(result)}`;
          }),
      ),
  },
  {
    id: 'mcp/2024-11-05/tools/result-has-content',
    must: 'Every result of tools/call has an array "content", also where it says isError.',
    link: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult',
    fix: 'Write "content" into every result, with a text block in it; structuredContent does not take its place.',
    eras: MCP,
    when: 'last',
    run: ({ exchanges }) =>
      judgeResults(exchanges, (exchange) =>
        answersOf(exchange).flatMap(({ request, reply }) => {
          const result = isCall(request) ? finalResult(reply) : undefined;
          if (result === undefined) return [];
          const { content } = result;
          if (Array.isArray(content)) return [undefined];
          const how = content === undefined ? 'no content' : `the content ${shown(content)}`;
          return [`a result of tools/call has ${how}: ${shown(result)}`];
        }),
      ),
  },
]);

/** Judges each message that a rule concerns by what is wrong with it, as the end of a sentence that begins with the message. */
function judgeMessages(
  concerns: (message: Members) => boolean,
  wrong: (message: Members) => string | undefined,
): Case['run'] {
  return ({ exchanges }) => {
    const messages = exchanges.flatMap((exchange) =>
      messagesOf(exchange)
        .filter(concerns)
        .map((message) => ({ why: wrong(message), exchange })),
    );
    if (messages.length === 0) return notObserved('no such message was heard');
    const found = messages.filter(({ why }) => why !== undefined);
    const [first] = found;
    if (first === undefined) return kept;
    return violated(
      `${found.length} of ${messages.length} messages are wrong; the first ${first.why}`,
      ...new Set(found.slice(0, 3).map(({ exchange }) => exchange)),
    );
  };
}

/** What is meant to be a message, those of a batch one by one. */
function messagesOf(exchange: Exchange): readonly Members[] {
  return exchange.heard
    .flatMap(({ value, text, at }) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => ({
        value: each,
        text,
        at,
      })),
    )
    .filter((each) => isObject(each.value) && kindOf(each) !== 'noise')
    .filter(({ value }) => isMeant(value, exchange))
    .map(({ value }) => membersOf(value));
}

function isCall(request = ''): boolean {
  return request.includes('tools/call') && membersOf(parseJson(request))['method'] === 'tools/call';
}

function finalResult(reply: Heard): Readonly<Record<string, unknown>> | undefined {
  const result = hasResult(reply) ? resultOf(reply) : undefined;
  return result !== undefined && isFinal(result) ? result : undefined;
}

/** Judge each result of a run: undefined where nothing is wrong with it. */
function judgeResults(
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

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nowhere').slice(0, 80);
}
