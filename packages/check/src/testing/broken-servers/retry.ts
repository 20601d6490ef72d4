import { idTextOf } from '../../session/messages.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';
import { withId } from './hooks.js';

export const RETRY_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'errata/retry/honest'() {
      let refusal = '';
      return {
        outgoing(text, request = '') {
          if (request.includes('"errata-retry-again')) return withId(refusal, idTextOf(request));
          if (text.includes('"retry_after"')) refusal = text;
          return text;
        },
      };
    },
    'errata/retry/form': () =>
      changes((text) => text.replace('"retry_after":2', '"retry_after":"2 s"')),
    'errata/retry/hint-in-text': () =>
      changes((text) =>
        text
          .replace('retry after 2 s', 'retry after a while')
          .replace('Wait 2 seconds', 'Wait a few seconds')
          .replaceAll(/corr-\w+/g, 'corr-f'),
      ),
    'errata/retry/no-contradiction': () =>
      changes((text) => text.replace('"retryable":true', '"retryable":false')),
  }),
  ...broken('2025-11-25', 'http', {
    'errata/retry/429-has-retry-after': () => ({
      async http(ask, next) {
        const answer = await next(ask);
        return answer?.body.includes('"errata-retry-0-0"') === true
          ? { ...answer, status: 429 }
          : answer;
      },
    }),
    'errata/retry/header-and-body-agree': () => ({
      async http(ask, next) {
        const answer = await next(ask);
        if (answer?.body.includes('"retry_after"') !== true) return answer;
        return { ...answer, headers: { ...answer.headers, 'retry-after': '30' } };
      },
    }),
  }),
];

/** A server whose answers to calls that come too quickly are changed. */
function changes(change: (text: string) => string): Hooks {
  return {
    outgoing: (text, request = '') => (request.includes('"errata-retry-') ? change(text) : text),
  };
}
