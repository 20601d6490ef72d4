import type { Breakage } from '../breakage.js';

export const NOTIFICATIONS_BREAKAGES: readonly Breakage[] = [];
