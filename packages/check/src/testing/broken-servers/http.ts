import { headersFor } from '@errata/prove';
import type { HttpReply } from '../../exchange.js';
import type { HttpAsk } from '../../wire/peer.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';
import {
  answering,
  asStream,
  bodyOf,
  headerOf,
  mistaking,
  modernOnly,
  withHeader,
  withoutHeader,
  withStatus,
} from './hooks.js';

const UNKNOWN_SESSION = 'errata-check-no-such-session';
const UNKNOWN_METHOD = 'errata-check/over-http';
const INVALID_JSON = 'not JSON over HTTP';
const FAILED = { status: 500, headers: {}, body: '', ended: 'whole' } as const;

export const HTTP_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'http', {
    'mcp/2025-03-26/transports/origin-validated': () => mistaking(() => true, withHeader('origin')),
    'mcp/2025-11-25/transports/origin-403': () =>
      answering((ask) => headerOf(ask, 'origin') !== undefined, withStatus(400)),
    'mcp/2025-03-26/transports/reply-content-type': () =>
      answering(
        ({ method }, { status }) => method === 'POST' && status === 200,
        (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }),
      ),
    'mcp/2025-03-26/transports/request-gets-body': () =>
      answering(
        (ask) => bodyOf(ask).includes('"errata-check-body"'),
        (answer) => ({ ...answer, status: 202, headers: {}, body: '' }),
      ),
    'mcp/2025-03-26/transports/reply-in-own-answer': () => ({
      async http(ask, next) {
        const answer = await next(ask);
        const swap = (from: string, to: string): HttpReply | undefined =>
          answer?.body.includes(from)
            ? { ...answer, body: answer.body.replace(from, to) }
            : undefined;
        return (
          swap('"errata-check-first"', '"errata-check-second"') ??
          swap('"errata-check-second"', '"errata-check-first"') ??
          answer
        );
      },
    }),
    'mcp/2025-03-26/transports/notification-202': () =>
      answering((_ask, { status }) => status === 202, withStatus(204)),
    'mcp/2025-03-26/transports/notification-without-body': () =>
      answering(
        (_ask, { status }) => status === 202,
        (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' }, body: 'Accepted' }),
      ),
    'mcp/2025-03-26/transports/stream-ends': () =>
      answering(
        (ask) => bodyOf(ask).includes('"errata-check-stream"'),
        (answer) => ({ ...asStream(answer), ended: 'late' }),
      ),
    'mcp/2025-06-18/transports/unsupported-version-400': () =>
      mistaking(
        (ask) => headerOf(ask, 'mcp-protocol-version') === '1999-01-01',
        withHeader('mcp-protocol-version'),
      ),
    'mcp/2025-06-18/transports/missing-version-served': () =>
      mistaking(
        (ask) =>
          headerOf(ask, 'mcp-protocol-version') === undefined &&
          headerOf(ask, 'mcp-session-id') !== undefined,
        withHeader('mcp-protocol-version', 'none'),
      ),
    'mcp/2025-03-26/transports/session-missing-400': () =>
      answering(
        (ask, { status }) => headerOf(ask, 'mcp-session-id') === undefined && status === 400,
        withStatus(404),
      ),
    'mcp/2025-03-26/transports/session-unknown-404': () =>
      answering(
        (ask) => ask.method === 'POST' && headerOf(ask, 'mcp-session-id') === UNKNOWN_SESSION,
        withStatus(400),
      ),
    'mcp/2025-03-26/transports/session-ended-404': () => {
      const ended = new Set<string | undefined>();
      return {
        async http(ask, next) {
          const id = headerOf(ask, 'mcp-session-id');
          const answer = await next(ask);
          if (ask.method === 'DELETE' && answer?.status === 204) ended.add(id);
          else if (answer !== undefined && ended.has(id)) return { ...answer, status: 400 };
          return answer;
        },
      };
    },
    'mcp/2025-03-26/transports/session-id-visible': () => ({
      async http(ask, next) {
        const given = headerOf(ask, 'mcp-session-id');
        const answer = await next(
          given === undefined ? ask : withHeader('mcp-session-id', given.replace('né ', ''))(ask),
        );
        const id = answer?.headers['mcp-session-id'];
        if (answer === undefined || id === undefined) return answer;
        return { ...answer, headers: { ...answer.headers, 'mcp-session-id': `né ${id}` } };
      },
    }),
    'mcp/2025-03-26/transports/get-stream-or-405': () =>
      answering(
        ({ method }) => method === 'GET',
        (answer) => ({ ...answer, status: 404, headers: {}, body: '' }),
      ),
    'mcp/2025-06-18/authorization/401-challenge': () =>
      answering(
        (ask) => headerOf(ask, 'authorization') !== undefined,
        () => ({ status: 401, headers: {}, body: '', ended: 'whole' }),
      ),
    'errata/http/head-no-5xx': () => failsOn(({ method }) => method === 'HEAD'),
    'errata/http/options-no-5xx': () => failsOn(({ method }) => method === 'OPTIONS'),
    'errata/http/delete-no-5xx': () =>
      failsOn(
        (ask) => ask.method === 'DELETE' && headerOf(ask, 'mcp-session-id') === UNKNOWN_SESSION,
      ),
    'errata/http/put-patch-405': () =>
      mistaking(
        ({ method }) => method === 'PATCH',
        (ask) => ({ ...ask, method: 'POST' }),
      ),
    'errata/http/405-allow': () =>
      answering((_ask, { status }) => status === 405, withoutHeader('allow')),
    'errata/http/parse-error-4xx': () =>
      answering((ask) => bodyOf(ask) === INVALID_JSON, withStatus(200)),
    'errata/http/parse-error-body': () =>
      answering(
        (ask) => bodyOf(ask) === INVALID_JSON,
        (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' }, body: 'Bad Request' }),
      ),
    'errata/http/no-html': () =>
      answering(
        (ask) => bodyOf(ask) === INVALID_JSON,
        (answer) => ({
          ...answer,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: '<!DOCTYPE html>\n<html><body><pre>Bad Request</pre></body></html>\n',
        }),
      ),
    'errata/http/empty-post': () => failsOn((ask) => ask.method === 'POST' && bodyOf(ask) === ''),
    'errata/http/text-plain-refused': () =>
      mistaking(
        (ask) => headerOf(ask, 'content-type') === 'text/plain',
        withHeader('content-type', 'application/json'),
      ),
    'errata/http/charset-understood': () =>
      mistaking(
        (ask) => headerOf(ask, 'content-type')?.includes(';') === true,
        withHeader('content-type', 'text/plain'),
      ),
    'errata/http/chunks-understood': () =>
      mistaking(
        (ask) => headerOf(ask, 'transfer-encoding') === 'chunked',
        (ask) => ({ ...ask, body: '' }),
      ),
    'errata/http/oversize-body': () =>
      answering((ask) => (ask.body?.length ?? 0) > 8_000_000, withStatus(500)),
    'errata/http/long-header': ({ clock }) => ({
      async http(ask, next) {
        if (headerOf(ask, 'x-errata-check') === undefined) return next(ask);
        await clock.sleep(ask.patience);
        return undefined;
      },
    }),
    'errata/http/slow-body-blocks-nobody': () => {
      let busy: Promise<unknown> = Promise.resolve();
      return {
        async http(ask, next) {
          await busy;
          const answered = next(ask);
          if (ask.stallMs !== undefined) busy = answered;
          return answered;
        },
      };
    },
    'errata/http/client-leaves': () => {
      let hasLeft = false;
      return {
        async http(ask, next) {
          if (hasLeft) {
            hasLeft = false;
            return undefined;
          }
          hasLeft = bodyOf(ask).includes('"errata-check-left"');
          return next(ask);
        },
      };
    },
  }),
  ...broken('jsonrpc', 'http', {
    'errata/http/reply-content-type': () =>
      answering((_ask, { status }) => status === 200, withoutHeader('content-type')),
  }),
  ...broken('2026-07-28', 'http', {
    'mcp/2026-07-28/streamable-http/stream-unbuffered': () =>
      answering(() => true, withoutHeader('x-accel-buffering')),
    'mcp/2026-07-28/streamable-http/unsupported-version-400': () =>
      answering((ask) => headerOf(ask, 'mcp-protocol-version') === '1999-01-01', withStatus(200)),
    'mcp/2026-07-28/streamable-http/unknown-method-404': () =>
      answering((ask) => bodyOf(ask).includes(UNKNOWN_METHOD), withStatus(200)),
    'mcp/2026-07-28/streamable-http/unknown-method-body': () =>
      answering(
        (ask) => bodyOf(ask).includes(UNKNOWN_METHOD),
        (answer) => ({ ...answer, headers: {}, body: '' }),
      ),
    'mcp/2026-07-28/streamable-http/missing-meta-400': () =>
      answering((ask) => bodyOf(ask).includes('"errata-check-meta"'), withStatus(200)),
    'mcp/2026-07-28/streamable-http/method-wrong': () =>
      blindTo('mcp-method', 'errata-check/other'),
    'mcp/2026-07-28/streamable-http/method-case': () => blindTo('mcp-method', 'Server/Discover'),
    'mcp/2026-07-28/streamable-http/method-missing': () => blindTo('mcp-method', undefined),
    'mcp/2026-07-28/streamable-http/name-wrong': () => blindTo('mcp-name', 'errata-check-other'),
    'mcp/2026-07-28/streamable-http/name-missing': () => blindTo('mcp-name', undefined),
    'mcp/2026-07-28/streamable-http/version-wrong': () =>
      blindTo('mcp-protocol-version', '2025-11-25'),
    'mcp/2026-07-28/streamable-http/get-405': () => modernOnly(serves('GET')),
    'mcp/2026-07-28/streamable-http/delete-405': () => modernOnly(serves('DELETE')),
    'mcp/2026-07-28/streamable-http/version-missing': () =>
      modernOnly(
        mistaking(
          (ask) => headerOf(ask, 'mcp-protocol-version') === undefined,
          fixHeader('mcp-protocol-version'),
        ),
      ),
    'mcp/2026-07-28/streamable-http/name-base64': () =>
      mistaking(
        (ask) => headerOf(ask, 'mcp-name')?.startsWith('=?base64?bm90ZTov') === true,
        withHeader('mcp-name', 'encoded'),
      ),
    'mcp/2026-07-28/streamable-http/session-id-ignored': () =>
      modernOnly(
        answering(
          (ask) => headerOf(ask, 'mcp-session-id') !== undefined,
          (answer, ask) => ({
            ...answer,
            headers: { ...answer.headers, 'mcp-session-id': headerOf(ask, 'mcp-session-id')! },
          }),
        ),
      ),
  }),
];

/** A server that fails on some requests. */
function failsOn(isOne: (ask: HttpAsk) => boolean): Hooks {
  return answering(isOne, () => FAILED);
}

/** A header as it would have to be. */
function fixHeader(name: string): (ask: HttpAsk) => HttpAsk {
  return (ask) => {
    const right = headersFor(bodyOf(ask), '2026-07-28', { begun: true });
    return withHeader(name, right[name])(ask);
  };
}

/** A server that does not mind what a header says, where it says this, or nothing. */
function blindTo(header: string, value: string | undefined): Hooks {
  return mistaking(
    (ask) => ask.method === 'POST' && headerOf(ask, header) === value,
    fixHeader(header),
  );
}

/** A GET or DELETE that is served by a server that has nothing to serve there. */
function serves(method: 'GET' | 'DELETE'): Hooks {
  return answering(
    (ask) => ask.method === method && headerOf(ask, 'mcp-session-id') === undefined,
    () => ({ status: 204, headers: {}, body: '', ended: 'whole' }),
  );
}
