import { notObserved, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { isModern, writeMessage } from '../../session/dress.js';
import { MCP } from '../eras.js';
import { JSONRPC } from '../links.js';
import { unanswered } from './unanswered.js';

/** Something without an id. */
interface Unasked {
  readonly name: string;
  readonly what: string;
  readonly eras?: Case['eras'];
  /** The method and params; undefined where there is none to be used. */
  message(probe: Probe): readonly [method: string, params?: object | undefined] | undefined;
  /** How often it is sent at once; once unless told. */
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
    what: 'a notification that nobody knows',
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

export const noAnswers: readonly Case[] = UNASKED.map(
  ({ name, what, eras, message, times = 1 }) => ({
    id: `jsonrpc/4.1/${name}`,
    group: 'notifications',
    requirement: `${what.slice(0, 1).toUpperCase()}${what.slice(1)} is not answered.`,
    link: JSONRPC.notification,
    keyword: 'MUST',
    fix: 'Look whether the message has an id before anything is answered, errors included.',
    ...(eras && { eras }),
    async run(probe) {
      const said = message(probe);
      if (said === undefined) return notObserved('no method is known that succeeds');
      const [method, params] = said;
      const text = writeMessage(probe.era, method, params, undefined);
      const texts = Array.from({ length: times }, () => text);
      return unanswered(probe, await probe.sendAll(texts, { expects: 'silence' }), what);
    },
  }),
);
