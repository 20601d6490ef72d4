import type { Case } from '../../case.js';

export const IDS_CASES: readonly Case[] = [];
