import type { Breakage } from '../breakage.js';

export const BATCHES_BREAKAGES: readonly Breakage[] = [];
