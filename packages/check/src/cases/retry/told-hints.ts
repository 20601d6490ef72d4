import { kept, notObserved, violated, type Case } from '../../case.js';
import { adviceLink } from '../links.js';
import { resultOf, textsOf } from '../read-reply.js';
import { bodyHints, headerHints, hintsOf, type Hint } from './hints.js';

const NO_HINT = notObserved('no failure of this run said when to try again');

/** A hint is a number that can be waited for. */
export const hintForm: Case = {
  id: 'errata/retry/form',
  group: 'retry',
  requirement: 'A hint when to try again is a non-negative number, or in HTTP a date.',
  link: adviceLink('retry'),
  keyword: 'SHOULD',
  fix: 'Send retry_after as a JSON number of seconds, and Retry-After as digits or as a date of HTTP.',
  when: 'last',
  run({ exchanges }) {
    const hints = exchanges.flatMap(hintsOf);
    const wrong = hints.find((hint) => !hasForm(hint));
    if (wrong === undefined) return hints.length === 0 ? NO_HINT : kept;
    return violated(`${wrong.where} is ${JSON.stringify(wrong.value)}`, wrong.exchange);
  },
};

function hasForm({ where, value, seconds }: Hint): boolean {
  if (seconds !== undefined) return Number.isFinite(seconds) && seconds >= 0;
  if (typeof value !== 'string') return false;
  const date =
    where === 'Retry-After' ? /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/ : /^\d{4}-\d\d-\d\dT/;
  return date.test(value) && !Number.isNaN(Date.parse(value));
}

/** Header and body say the same. */
export const headerAndBodyAgree: Case = {
  id: 'errata/retry/header-and-body-agree',
  group: 'retry',
  requirement: 'Retry-After and the hint in the body name the same time.',
  link: adviceLink('retry'),
  keyword: 'SHOULD',
  fix: 'Make both from one number; the header is rounded up to whole seconds.',
  transports: ['http'],
  when: 'last',
  run({ exchanges }) {
    let compared = 0;
    for (const exchange of exchanges) {
      // Of several answers nobody knows which header goes with which body.
      if (exchange.told.length !== 1) continue;
      const header = headerHints(exchange)[0]?.seconds;
      if (header === undefined) continue;
      for (const { where, seconds } of bodyHints(exchange)) {
        if (seconds === undefined) continue;
        compared += 1;
        if (Math.abs(header - seconds) > 1) {
          return violated(`Retry-After says ${header} s, ${where} ${seconds} s`, exchange);
        }
      }
    }
    return compared === 0 ? notObserved('no failure of this run said it in both places') : kept;
  },
};

/** Whoever is sent away learns until when. */
export const busyStatusSaysWhen: Case = {
  id: 'errata/retry/429-has-retry-after',
  group: 'retry',
  requirement: 'An answer with HTTP status 429 or 503 has a Retry-After header.',
  link: adviceLink('retry'),
  keyword: 'SHOULD',
  fix: 'Send Retry-After with every 429 and 503, so that clients do not guess.',
  transports: ['http'],
  when: 'last',
  run({ exchanges }) {
    const busy = exchanges.flatMap((exchange) =>
      exchange.told
        .filter(({ status }) => status === 429 || status === 503)
        .map((told) => ({ told, exchange })),
    );
    const bare = busy.find(({ told }) => told.headers['retry-after'] === undefined);
    if (bare !== undefined) {
      return violated(`HTTP ${bare.told.status} came without Retry-After`, bare.exchange);
    }
    return busy.length === 0 ? notObserved('no answer of this run had status 429 or 503') : kept;
  },
};

/** A failure does not say no and when at once. */
export const noContradiction: Case = {
  id: 'errata/retry/no-contradiction',
  group: 'retry',
  requirement: 'A failure that says it cannot be tried again does not say when to try again.',
  link: adviceLink('retry'),
  keyword: 'SHOULD',
  fix: 'Leave the hint out where retryable is false, or say that it is true.',
  when: 'last',
  run({ exchanges }) {
    const hints = exchanges.flatMap(bodyHints);
    const wrong = hints.find(
      ({ beside, seconds = 0 }) => beside['retryable'] === false && seconds > 0,
    );
    if (wrong === undefined) return hints.length === 0 ? NO_HINT : kept;
    return violated(
      `${wrong.where} is ${String(wrong.value)} beside "retryable": false`,
      wrong.exchange,
    );
  },
};

/** What only machines are told, no model can heed. */
export const hintInText: Case = {
  id: 'errata/retry/hint-in-text',
  group: 'retry',
  requirement:
    'The text of a failed call says when to try again where its facts do: a model reads only the text.',
  link: adviceLink('retry'),
  keyword: 'SHOULD',
  fix: 'Write the seconds into the text: "Wait 2 seconds and call it again".',
  when: 'last',
  run({ exchanges }) {
    const hints = exchanges
      .flatMap(bodyHints)
      .filter(
        ({ reply, seconds }) =>
          resultOf(reply) !== undefined && seconds !== undefined && seconds > 0,
      );
    if (hints.length === 0) return notObserved('no failed call of this run said when to try again');
    const mute = hints.find(({ reply, seconds }) => !saysTime(textsOf(resultOf(reply)), seconds!));
    if (mute === undefined) return kept;
    return violated(
      `${mute.where} is ${String(mute.value)}, and the text does not say so`,
      mute.exchange,
    );
  },
};

/** Whether a text names a time in seconds, milliseconds or minutes, up to rounding. */
function saysTime(texts: readonly string[], seconds: number): boolean {
  const numbers = texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return [seconds, Math.ceil(seconds), Math.floor(seconds), seconds * 1000, seconds / 60].some(
    (each) => numbers.includes(each),
  );
}
