import type { Breakage } from '../breakage.js';

export const PROCESS_BREAKAGES: readonly Breakage[] = [];
