import { kept, notObserved, type Case } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { objectOrEmpty } from '../json/json.js';
import type { Probe } from '../probe.js';
import { isModern, writeMessage, idTextOf } from '../session/messages.js';
import {
  defineCases,
  DID_NOT_SURVIVE,
  NOTHING_SUCCEEDS,
  type CaseRow,
  type Seen,
} from './define-cases.js';
import { MCP, JSONRPC } from './spec.js';
import { errorOf } from './read-reply.js';

/** Something without an id. */
interface Unasked {
  readonly name: string;
  readonly what: string;
  readonly eras?: Case['eras'];
  /** The method and params; undefined if there is none to be used. */
  message(probe: Probe): readonly [method: string, params?: object | undefined] | undefined;
  /** How often it is sent at once. Default: once. */
  readonly times?: number;
}

const UNASKED: readonly Unasked[] = [
  {
    name: 'known-notification',
    what: 'a notification of the protocol',
    eras: MCP,
    message: ({ era }) =>
      isModern(era)
        ? ['notifications/cancelled', { requestId: 'errata-never-asked' }]
        : ['notifications/roots/list_changed'],
  },
  {
    name: 'unknown-notification',
    what: 'an unknown notification',
    message: () => ['notifications/errata/unknown', { note: 'text' }],
  },
  {
    name: 'notification-with-bad-params',
    what: 'a notification with params of the wrong types',
    eras: MCP,
    message: () => ['notifications/progress', { progressToken: {}, progress: 'much' }],
  },
  {
    name: 'request-without-id',
    what: 'the method of a request without an id',
    message: ({ harmless }) => harmless && [harmless.method, harmless.params],
  },
  {
    name: 'failing-request-without-id',
    what: 'the call of an unknown tool without an id',
    eras: MCP,
    message: () => ['tools/call', { name: 'errata-no-such-tool', arguments: {} }],
  },
  {
    name: 'many-notifications',
    what: 'one of 20 notifications at once',
    message: () => ['notifications/errata/many'],
    times: 20,
  },
];

const COMMON = { group: 'notifications', link: JSONRPC.notification } as const;

export const NOTIFICATIONS_CASES = defineCases(COMMON, [
  ...UNASKED.map(({ name, what, eras, message, times = 1 }): CaseRow<'link'> => ({
    ...(eras && { eras }),
    id: `jsonrpc/4.1/${name}`,
    must: `${what.slice(0, 1).toUpperCase()}${what.slice(1)} is not answered.`,
    fix: 'Look whether the message has an id before anything is answered, errors included.',
    async run(probe) {
      const said = message(probe);
      if (said === undefined) return NOTHING_SUCCEEDS;
      const [method, params] = said;
      const text = writeMessage(probe.era, method, params, undefined);
      const texts = Array.from({ length: times }, () => text);
      return unanswered(probe, await probe.sendAll(texts, { expects: 'silence' }), what);
    },
  })),
]);

/** Whether what has no id was left without an answer. */
function unanswered(probe: Probe, exchange: WireExchange, what: string): Seen {
  const asked = new Set(probe.exchanges.flatMap(({ sent }) => sent.map(idTextOf)));
  const isForeign = ({ text }: ReceivedMessage): boolean =>
    !['null', undefined].includes(idTextOf(text)) && !asked.has(idTextOf(text));
  const [answer] = exchange.responses.filter(
    (message) => !isLate(message, asked) && !isRefusal(message, exchange),
  );
  const isUsual = probe.exchanges.some(
    ({ sent, responses }) =>
      sent.some((text) => idTextOf(text) !== undefined) && responses.some(isForeign),
  );
  if (answer !== undefined && isForeign(answer) && isUsual) {
    return notObserved(
      'the server answers requests under wrong ids, so this may be such an answer',
    );
  }
  if (answer !== undefined) return `${what} was answered with ${answer.text.slice(0, 160)}`;
  return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
}

/** Whether it is the reply to a request of before. */
function isLate({ text }: ReceivedMessage, asked: ReadonlySet<string | undefined>): boolean {
  const id = idTextOf(text);
  return id !== undefined && id !== 'null' && asked.has(id);
}

/** Over HTTP, a notification that is not accepted may be refused with an error that has no id. */
function isRefusal(message: ReceivedMessage, { httpAnswers }: WireExchange): boolean {
  const hasId = (objectOrEmpty(message.value)['id'] ?? null) !== null;
  return (
    httpAnswers.some(({ status }) => status >= 400) && !hasId && errorOf(message) !== undefined
  );
}
