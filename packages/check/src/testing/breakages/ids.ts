import type { Breakage } from '../breakage.js';

export const IDS_BREAKAGES: readonly Breakage[] = [];
