import type { Case } from '../../case.js';

export const PROCESS_CASES: readonly Case[] = [];
