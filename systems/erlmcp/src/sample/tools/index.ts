import type { KitOptions } from '@errata/kit';
import { ARITHMETIC } from './arithmetic.js';
import { evaluate } from './evaluate.js';
import { primes } from './primes.js';
import { summarize } from './summarize.js';

/** The tools of the sample. */
export const TOOLS: NonNullable<KitOptions['tools']> = [...ARITHMETIC, evaluate, primes, summarize];
