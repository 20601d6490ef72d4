import type { Case } from '../../case.js';

export const LEAKS_CASES: readonly Case[] = [];
