import type { Breakage } from '../breakage.js';

export const HTTP_BREAKAGES: readonly Breakage[] = [];
