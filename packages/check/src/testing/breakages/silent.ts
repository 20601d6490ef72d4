import type { Breakage } from '../breakage.js';

export const SILENT_BREAKAGES: readonly Breakage[] = [];
