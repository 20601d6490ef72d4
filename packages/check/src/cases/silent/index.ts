import type { Case } from '../../case.js';

export const SILENT_CASES: readonly Case[] = [];
