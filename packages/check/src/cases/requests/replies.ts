import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { isObject, membersOf } from '../../json/json.js';
import { kindOf } from '../../session/sort-heard.js';
import { isMeant } from '../framing/meant-reply.js';
import { JSONRPC } from '../links.js';

type Members = Readonly<Record<string, unknown>>;

interface WholeRunRule {
  readonly id: string;
  readonly requirement: string;
  readonly link: string;
  readonly fix: string;
  /** Whether it is about this message. */
  concerns(message: Members): boolean;
  /** What is wrong with it, as the end of a sentence that begins with a message. */
  wrong(message: Members): string | undefined;
}

const isResponse = (message: Members): boolean => typeof message['method'] !== 'string';
const hasError = (message: Members): boolean =>
  isResponse(message) && (message['error'] ?? null) !== null;
const hasErrorObject = (message: Members): boolean =>
  isResponse(message) && isObject(message['error']);

const RULES: readonly WholeRunRule[] = [
  {
    id: 'jsonrpc/5/version',
    requirement: 'Every message of the server says "jsonrpc": "2.0".',
    link: JSONRPC.responseObject,
    fix: 'Write "jsonrpc": "2.0", as a string, into every message.',
    concerns: () => true,
    wrong: ({ jsonrpc }) =>
      jsonrpc === '2.0' ? undefined : `says jsonrpc ${JSON.stringify(jsonrpc) ?? 'nowhere'}`,
  },
  {
    id: 'jsonrpc/5/result-or-error',
    requirement: 'Every reply has either a result or an error, and never both.',
    link: JSONRPC.responseObject,
    fix: 'Leave the other member out, also where it would be null.',
    concerns: isResponse,
    wrong(message) {
      const [result, error] = [Object.hasOwn(message, 'result'), Object.hasOwn(message, 'error')];
      if (result !== error) return undefined;
      return result ? 'has both a result and an error' : 'has neither a result nor an error';
    },
  },
  {
    id: 'jsonrpc/5.1/error-object',
    requirement: 'An error is an object.',
    link: JSONRPC.errorObject,
    fix: 'Write an error as an object with code and message.',
    concerns: hasError,
    wrong: ({ error }) => (isObject(error) ? undefined : `has the error ${show(error)}`),
  },
  {
    id: 'jsonrpc/5.1/code-integer',
    requirement: 'The code of an error is an integer.',
    link: JSONRPC.errorObject,
    fix: 'Write a number without a fraction; names of errors belong into data.',
    concerns: hasErrorObject,
    wrong({ error }) {
      const { code } = membersOf(error);
      return Number.isInteger(code) ? undefined : `has the code ${show(code)}`;
    },
  },
  {
    id: 'jsonrpc/5.1/message-string',
    requirement: 'The message of an error is a string.',
    link: JSONRPC.errorObject,
    fix: 'Write one sentence into message, and everything else into data.',
    concerns: hasErrorObject,
    wrong({ error }) {
      const { message } = membersOf(error);
      return typeof message === 'string' ? undefined : `has the message ${show(message)}`;
    },
  },
];

export const replyForms: readonly Case[] = RULES.map(({ concerns, wrong, ...rule }) => ({
  ...rule,
  group: 'requests',
  keyword: 'MUST',
  when: 'last',
  run: (probe) => judgeMessages(probe, concerns, wrong),
}));

function judgeMessages(
  { exchanges }: Probe,
  concerns: WholeRunRule['concerns'],
  wrong: WholeRunRule['wrong'],
): Outcome {
  let judged = 0;
  const found: { readonly why: string; readonly exchange: Exchange }[] = [];
  for (const exchange of exchanges) {
    for (const message of messagesOf(exchange).filter(concerns)) {
      judged += 1;
      const why = wrong(message);
      if (why !== undefined) found.push({ why, exchange });
    }
  }
  if (judged === 0) return notObserved('no such message was heard');
  const [first] = found;
  if (first === undefined) return kept;
  return violated(
    `${found.length} of ${judged} messages are wrong; the first ${first.why}`,
    ...new Set(found.slice(0, 3).map(({ exchange }) => exchange)),
  );
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

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nowhere').slice(0, 80);
}
