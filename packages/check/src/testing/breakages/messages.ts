import type { Breakage } from '../breakage.js';

export const MESSAGES_BREAKAGES: readonly Breakage[] = [];
