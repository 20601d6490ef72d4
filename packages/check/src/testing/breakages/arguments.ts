import type { Breakage } from '../breakage.js';

export const ARGUMENTS_BREAKAGES: readonly Breakage[] = [];
