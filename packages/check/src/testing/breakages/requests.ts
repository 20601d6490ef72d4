import type { Breakage } from '../breakage.js';

export const REQUESTS_BREAKAGES: readonly Breakage[] = [];
