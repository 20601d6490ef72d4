import type { Case } from '../../case.js';

export const HTTP_CASES: readonly Case[] = [];
