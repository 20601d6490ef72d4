import type { Case } from '../../case.js';

export const METHODS_CASES: readonly Case[] = [];
