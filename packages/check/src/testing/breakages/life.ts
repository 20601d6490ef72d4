import type { Breakage } from '../breakage.js';

export const LIFE_BREAKAGES: readonly Breakage[] = [];
