import type { Breakage } from '../breakage.js';

export const LIFECYCLE_BREAKAGES: readonly Breakage[] = [];
