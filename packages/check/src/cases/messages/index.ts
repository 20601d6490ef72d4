import type { Case } from '../../case.js';

export const MESSAGES_CASES: readonly Case[] = [];
