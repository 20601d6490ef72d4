import type { Case } from '../../case.js';

export const RETRY_CASES: readonly Case[] = [];
