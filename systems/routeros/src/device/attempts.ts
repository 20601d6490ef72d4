import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.js';
import type { Outcome } from './exchange.js';
import type { RequestTime } from './request-time.js';

const MAX_ATTEMPTS = 3;
/** Milliseconds before the second attempt; twice that before the third. */
const FIRST_PAUSE = 100;

const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);

export interface AttemptOptions {
  readonly time: RequestTime;
  readonly random: () => number;
  /** Asked before each further attempt. */
  readonly mayRepeat: () => boolean;
}

/** Repeat what failed in a way that passes by itself, as long as the time of the request lasts. */
export async function repeatedly(
  attempt: () => Promise<Outcome>,
  { time, random, mayRepeat }: AttemptOptions,
): Promise<Outcome> {
  for (let made = 1; ; made++) {
    const outcome = await attempt();
    if (made === MAX_ATTEMPTS || !passesByItself(outcome)) return outcome;
    const pause = FIRST_PAUSE * made * (0.5 + random());
    if (pause >= time.left() || !mayRepeat()) return outcome;
    try {
      await sleep(pause, undefined, { signal: time.signal });
    } catch {
      return outcome; // the caller looks at the signal
    }
  }
}

function passesByItself(outcome: Outcome): boolean {
  if (outcome.kind === 'broken') return BROKEN.has(errorCode(outcome.error));
  return outcome.kind === 'answer' && [502, 503, 504].includes(outcome.answer.status);
}
