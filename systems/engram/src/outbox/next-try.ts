import { isFault } from '@errata/core/fault';
import { isClosing } from '@errata/system/upstream';
import type { NextTry } from '../logbook/index.js';
import { isLeftAlone } from '../openmemory/index.js';
import { retryDelay } from './retry-delay.js';

/** When to try again after what was thrown. While OpenMemory is left alone nobody tries, and no try is lost. */
export function nextTry(thrown: unknown, attempts: number, random: () => number): NextTry {
  const error = describe(thrown);
  if (thrown instanceof Error && isClosing(thrown)) return { error, delay: 1_000, tried: false };
  if (!isLeftAlone(thrown)) return { error, delay: retryDelay(attempts, random) };
  const { retryAfter = 1 } = isFault(thrown) ? thrown : {};
  return { error, delay: retryAfter * 1_000, tried: false };
}

/** A declared failure in its own words; of another exception only what kind it is. */
export function describe(thrown: unknown): string {
  if (isFault(thrown)) return thrown.message;
  return thrown instanceof Error ? `Unexpected ${thrown.name}` : 'Unexpected failure';
}
