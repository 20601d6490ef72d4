import type { Told } from '../../exchange.js';
import type { Breakage } from '../breakage.js';
import {
  answering,
  asStream,
  bodyOf,
  headerOf,
  mistaking,
  withHeader,
  withStatus,
} from './http-hooks.js';

const WHERE = { era: '2025-11-25', transport: 'http' } as const;
const UNKNOWN_SESSION = 'errata-check-no-such-session';

/** Servers that break rules of the revisions with a handshake. */
export const HTTP_RULE_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/origin-validated',
    breaks: () => mistaking(() => true, withHeader('origin')),
  },
  {
    ...WHERE,
    id: 'mcp/2025-11-25/transports/origin-403',
    breaks: () => answering((ask) => headerOf(ask, 'origin') !== undefined, withStatus(400)),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/reply-content-type',
    breaks: () =>
      answering(
        ({ method }, { status }) => method === 'POST' && status === 200,
        (told) => ({ ...told, headers: { ...told.headers, 'content-type': 'text/plain' } }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/request-gets-body',
    breaks: () =>
      answering(
        (ask) => bodyOf(ask).includes('"errata-check-body"'),
        (told) => ({ ...told, status: 202, headers: {}, body: '' }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/reply-in-own-answer',
    breaks: () => ({
      async http(ask, next) {
        const told = await next(ask);
        const swap = (from: string, to: string): Told | undefined =>
          told?.body.includes(from) ? { ...told, body: told.body.replace(from, to) } : undefined;
        return (
          swap('"errata-check-first"', '"errata-check-second"') ??
          swap('"errata-check-second"', '"errata-check-first"') ??
          told
        );
      },
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/notification-202',
    breaks: () => answering((_ask, { status }) => status === 202, withStatus(204)),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/notification-without-body',
    breaks: () =>
      answering(
        (_ask, { status }) => status === 202,
        (told) => ({ ...told, headers: { 'content-type': 'text/plain' }, body: 'Accepted' }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/stream-ends',
    breaks: () =>
      answering(
        (ask) => bodyOf(ask).includes('"errata-check-stream"'),
        (told) => ({ ...asStream(told), ended: 'late' }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-06-18/transports/unsupported-version-400',
    breaks: () =>
      mistaking(
        (ask) => headerOf(ask, 'mcp-protocol-version') === '1999-01-01',
        withHeader('mcp-protocol-version'),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-06-18/transports/missing-version-served',
    breaks: () =>
      mistaking(
        (ask) =>
          headerOf(ask, 'mcp-protocol-version') === undefined &&
          headerOf(ask, 'mcp-session-id') !== undefined,
        withHeader('mcp-protocol-version', 'none'),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/session-missing-400',
    breaks: () =>
      answering(
        (ask, { status }) => headerOf(ask, 'mcp-session-id') === undefined && status === 400,
        withStatus(404),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/session-unknown-404',
    breaks: () =>
      answering(
        (ask) => ask.method === 'POST' && headerOf(ask, 'mcp-session-id') === UNKNOWN_SESSION,
        withStatus(400),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/session-ended-404',
    breaks: () => {
      const ended = new Set<string | undefined>();
      return {
        async http(ask, next) {
          const id = headerOf(ask, 'mcp-session-id');
          const told = await next(ask);
          if (ask.method === 'DELETE' && told?.status === 204) ended.add(id);
          else if (told !== undefined && ended.has(id)) return { ...told, status: 400 };
          return told;
        },
      };
    },
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/session-id-visible',
    breaks: () => ({
      async http(ask, next) {
        const given = headerOf(ask, 'mcp-session-id');
        const told = await next(
          given === undefined ? ask : withHeader('mcp-session-id', given.replace('né ', ''))(ask),
        );
        const id = told?.headers['mcp-session-id'];
        if (told === undefined || id === undefined) return told;
        return { ...told, headers: { ...told.headers, 'mcp-session-id': `né ${id}` } };
      },
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2025-03-26/transports/get-stream-or-405',
    breaks: () =>
      answering(
        ({ method }) => method === 'GET',
        (told) => ({ ...told, status: 404, headers: {}, body: '' }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2025-06-18/authorization/401-challenge',
    breaks: () =>
      answering(
        (ask) => headerOf(ask, 'authorization') !== undefined,
        () => ({ status: 401, headers: {}, body: '', ended: 'whole' }),
      ),
  },
];
