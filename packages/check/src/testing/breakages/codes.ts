import type { Breakage } from '../breakage.js';

export const CODES_BREAKAGES: readonly Breakage[] = [];
