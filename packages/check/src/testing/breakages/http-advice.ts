import type { Breakage } from '../breakage.js';
import {
  answering,
  bodyOf,
  headerOf,
  mistaking,
  withHeader,
  withoutHeader,
  withStatus,
} from './http-hooks.js';

const WHERE = { era: '2025-11-25', transport: 'http' } as const;
const NO_JSON = 'no JSON over HTTP';
const FAILED = { status: 500, headers: {}, body: '', ended: 'whole' } as const;

/** A server that fails on a method. */
function failingOn(method: string): Breakage {
  return {
    ...WHERE,
    id: `errata/http/${method.toLowerCase()}-no-5xx`,
    breaks: () =>
      answering(
        (ask) =>
          ask.method === method &&
          (method !== 'DELETE' ||
            headerOf(ask, 'mcp-session-id') === 'errata-check-no-such-session'),
        () => FAILED,
      ),
  };
}

/** Servers that do what no revision forbids, and what nobody should. */
export const HTTP_ADVICE_BREAKAGES: readonly Breakage[] = [
  {
    era: 'jsonrpc',
    transport: 'http',
    id: 'errata/http/reply-content-type',
    breaks: () => answering((_ask, { status }) => status === 200, withoutHeader('content-type')),
  },
  ...['HEAD', 'OPTIONS', 'DELETE'].map(failingOn),
  {
    ...WHERE,
    id: 'errata/http/put-patch-405',
    breaks: () =>
      mistaking(
        ({ method }) => method === 'PATCH',
        (ask) => ({ ...ask, method: 'POST' }),
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/405-allow',
    breaks: () => answering((_ask, { status }) => status === 405, withoutHeader('allow')),
  },
  {
    ...WHERE,
    id: 'errata/http/parse-error-4xx',
    breaks: () => answering((ask) => bodyOf(ask) === NO_JSON, withStatus(200)),
  },
  {
    ...WHERE,
    id: 'errata/http/parse-error-body',
    breaks: () =>
      answering(
        (ask) => bodyOf(ask) === NO_JSON,
        (told) => ({ ...told, headers: { 'content-type': 'text/plain' }, body: 'Bad Request' }),
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/no-html',
    breaks: () =>
      answering(
        (ask) => bodyOf(ask) === NO_JSON,
        (told) => ({
          ...told,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: '<!DOCTYPE html>\n<html><body><pre>Bad Request</pre></body></html>\n',
        }),
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/empty-post',
    breaks: () =>
      answering(
        (ask) => ask.method === 'POST' && bodyOf(ask) === '',
        () => FAILED,
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/text-plain-refused',
    breaks: () =>
      mistaking(
        (ask) => headerOf(ask, 'content-type') === 'text/plain',
        withHeader('content-type', 'application/json'),
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/charset-understood',
    breaks: () =>
      mistaking(
        (ask) => headerOf(ask, 'content-type')?.includes(';') === true,
        withHeader('content-type', 'text/plain'),
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/chunks-understood',
    breaks: () =>
      mistaking(
        (ask) => headerOf(ask, 'transfer-encoding') === 'chunked',
        (ask) => ({ ...ask, body: '' }),
      ),
  },
  {
    ...WHERE,
    id: 'errata/http/oversize-body',
    breaks: () => answering((ask) => (ask.body?.length ?? 0) > 8_000_000, withStatus(500)),
  },
  {
    ...WHERE,
    id: 'errata/http/long-header',
    breaks: ({ clock }) => ({
      async http(ask, next) {
        if (headerOf(ask, 'x-errata-check') === undefined) return next(ask);
        await clock.sleep(ask.patience);
        return undefined;
      },
    }),
  },
  {
    ...WHERE,
    id: 'errata/http/slow-body-blocks-nobody',
    breaks: () => {
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
  },
  {
    ...WHERE,
    id: 'errata/http/client-leaves',
    breaks: () => {
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
  },
];
