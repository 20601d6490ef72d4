import type { Case } from '../../case.js';

export const BATCHES_CASES: readonly Case[] = [];
