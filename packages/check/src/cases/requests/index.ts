import type { Case } from '../../case.js';

export const REQUESTS_CASES: readonly Case[] = [];
