import type { Case } from '../../case.js';

export const LIFE_CASES: readonly Case[] = [];
