import type { Case } from '../../case.js';

export const CODES_CASES: readonly Case[] = [];
