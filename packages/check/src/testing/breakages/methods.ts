import type { Breakage } from '../breakage.js';

export const METHODS_BREAKAGES: readonly Breakage[] = [];
