import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { kindOf } from '../session/messages.js';
import { defineCases, review, type Run } from './define-cases.js';
import { JSONRPC, mcpLink } from './spec.js';
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
    last: judgeMessages(
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
    last: judgeMessages(isResponse, (message) => {
      const [result, error] = [Object.hasOwn(message, 'result'), Object.hasOwn(message, 'error')];
      if (result !== error) return undefined;
      return result ? 'has both a result and an error' : 'has neither a result nor an error';
    }),
  },
  {
    id: 'jsonrpc/5.1/error-object',
    must: 'An error is an object.',
    fix: 'Write an error as an object with code and message.',
    last: judgeMessages(hasError, ({ error }) =>
      isObject(error) ? undefined : `has the error ${show(error)}`,
    ),
  },
  {
    id: 'jsonrpc/5.1/code-integer',
    must: 'The code of an error is an integer.',
    fix: 'Write a number without a fraction; names of errors belong into data.',
    last: judgeMessages(hasErrorObject, ({ error }) => {
      const { code } = objectOrEmpty(error);
      return Number.isInteger(code) ? undefined : `has the code ${show(code)}`;
    }),
  },
  {
    id: 'jsonrpc/5.1/message-string',
    must: 'The message of an error is a string.',
    fix: 'Write one sentence into message, and everything else into data.',
    last: judgeMessages(hasErrorObject, ({ error }) => {
      const { message } = objectOrEmpty(error);
      return typeof message === 'string' ? undefined : `has the message ${show(message)}`;
    }),
  },
  {
    id: 'mcp/2024-11-05/basic/result-is-an-object',
    must: 'Every result is an object.',
    link: mcpLink('basic', '2025-11-25', 'responses'),
    fix: 'Put a list, a text or null into a member of an object; where there is nothing to say, the result is {}.',
    last: judgeResults((exchange) =>
      entriesOf(exchange.responses)
        .filter((entry) => hasResult(entry) && isMeant(entry.value, exchange))
        .map((entry) => {
          const { result } = objectOrEmpty(entry.value);
          return isObject(result) ? undefined : `a result is ${shown(result)}`;
        }),
    ),
  },
  {
    id: 'mcp/2024-11-05/tools/result-has-content',
    must: 'Every result of tools/call has an array "content", also where it says isError.',
    link: 'https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult',
    fix: 'Write "content" into every result, with a text block in it; structuredContent does not take its place.',
    last: judgeResults((exchange) =>
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
): Run {
  const all = ({ exchanges }: Probe) =>
    exchanges.flatMap((exchange) =>
      messagesOf(exchange)
        .filter(concerns)
        .map((message) => ({ message, exchange })),
    );
  return review(all, 'no such message was received', ({ message }) => {
    const why = wrong(message);
    return why === undefined ? undefined : `a message ${why}`;
  });
}

/** What is meant to be a message, those of a batch one by one. */
function messagesOf(exchange: WireExchange): readonly Members[] {
  return exchange.received
    .flatMap(({ value, text, at }) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => ({
        value: each,
        text,
        at,
      })),
    )
    .filter((each) => isObject(each.value) && kindOf(each) !== 'noise')
    .filter(({ value }) => isMeant(value, exchange))
    .map(({ value }) => objectOrEmpty(value));
}

function isCall(request = ''): boolean {
  return (
    request.includes('tools/call') && objectOrEmpty(parseJson(request))['method'] === 'tools/call'
  );
}

function finalResult(reply: ReceivedMessage): Readonly<Record<string, unknown>> | undefined {
  const result = hasResult(reply) ? resultOf(reply) : undefined;
  return result !== undefined && isFinal(result) ? result : undefined;
}

/** Judge each result of a run: undefined if nothing is wrong with it. */
function judgeResults(flawsOf: (exchange: WireExchange) => readonly (string | undefined)[]): Run {
  const all = ({ exchanges }: Probe) =>
    exchanges.flatMap((exchange) => flawsOf(exchange).map((why) => ({ why, exchange })));
  return review(all, 'no such result was received', ({ why }) => why);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 120);
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nowhere').slice(0, 80);
}
