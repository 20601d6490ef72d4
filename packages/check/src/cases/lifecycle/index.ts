import type { Case } from '../../case.js';

export const LIFECYCLE_CASES: readonly Case[] = [];
