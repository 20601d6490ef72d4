import type { Breakage } from '../breakage.js';

export const CANCELLATION_BREAKAGES: readonly Breakage[] = [];
