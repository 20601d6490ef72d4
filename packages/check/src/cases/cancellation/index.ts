import type { Case } from '../../case.js';

export const CANCELLATION_CASES: readonly Case[] = [];
