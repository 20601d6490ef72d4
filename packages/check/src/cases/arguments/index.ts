import type { Case } from '../../case.js';

export const ARGUMENTS_CASES: readonly Case[] = [];
