import { getErrorRates } from './get-error-rates.js';
import type { Tool } from '../tool.js';

/** The service itself. */
export const serviceTools: readonly Tool[] = [getErrorRates];
