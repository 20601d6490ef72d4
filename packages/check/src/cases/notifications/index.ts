import type { Case } from '../../case.js';
import { noAnswers } from './no-answers.js';

export const NOTIFICATIONS_CASES: readonly Case[] = noAnswers;
