import type { Case } from '../../case.js';

export const NOTIFICATIONS_CASES: readonly Case[] = [];
