import { idTextOf } from '../../session/sort-heard.js';
import type { Breakage, Hooks } from '../breakage.js';
import { withId } from './texts.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const HTTP_WHERE = { era: '2025-11-25', transport: 'http' } as const;

/** A server whose answers to calls that come too quickly are changed. */
function changes(change: (text: string) => string): Hooks {
  return {
    outgoing: (text, request = '') => (request.includes('"errata-retry-') ? change(text) : text),
  };
}

export const RETRY_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'errata/retry/honest',
    breaks() {
      let refusal = '';
      return {
        outgoing(text, request = '') {
          if (request.includes('"errata-retry-again')) return withId(refusal, idTextOf(request));
          if (text.includes('"retry_after"')) refusal = text;
          return text;
        },
      };
    },
  },
  {
    ...WHERE,
    id: 'errata/retry/form',
    breaks: () => changes((text) => text.replace('"retry_after":2', '"retry_after":"2 s"')),
  },
  {
    ...WHERE,
    id: 'errata/retry/hint-in-text',
    breaks: () =>
      changes((text) =>
        text
          .replace('retry after 2 s', 'retry after a while')
          .replace('Wait 2 seconds', 'Wait a few seconds')
          .replaceAll(/corr-\w+/g, 'corr-f'),
      ),
  },
  {
    ...WHERE,
    id: 'errata/retry/no-contradiction',
    breaks: () => changes((text) => text.replace('"retryable":true', '"retryable":false')),
  },
  {
    ...HTTP_WHERE,
    id: 'errata/retry/429-has-retry-after',
    breaks: () => ({
      async http(ask, next) {
        const told = await next(ask);
        return told?.body.includes('"errata-retry-0-0"') === true ? { ...told, status: 429 } : told;
      },
    }),
  },
  {
    ...HTTP_WHERE,
    id: 'errata/retry/header-and-body-agree',
    breaks: () => ({
      async http(ask, next) {
        const told = await next(ask);
        if (told?.body.includes('"retry_after"') !== true) return told;
        return { ...told, headers: { ...told.headers, 'retry-after': '30' } };
      },
    }),
  },
];
