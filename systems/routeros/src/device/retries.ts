import { errorCode, type Outcome } from '@errata/system/upstream';

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

/** Milliseconds to wait after so many attempts: longer each time, and half of it more or less by chance. */
export function pauseAfter(made: number, chance: number): number {
  return FIRST_PAUSE * made * (0.5 + chance);
}

/** Whether the same request may well succeed after a while. */
export function passesByItself(outcome: Outcome): boolean {
  if (outcome.kind === 'broken') return BROKEN.has(errorCode(outcome.error));
  return outcome.kind === 'answer' && [502, 503, 504].includes(outcome.answer.status);
}
