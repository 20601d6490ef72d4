import type { Breakage } from '../breakage.js';

export const RETRY_BREAKAGES: readonly Breakage[] = [];
