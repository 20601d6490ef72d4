import type { Breakage } from '../breakage.js';

export const LEAKS_BREAKAGES: readonly Breakage[] = [];
