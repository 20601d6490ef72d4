import type { Breakage } from '../breakage.js';
import { HTTP_ADVICE_BREAKAGES } from './http-advice.js';
import { HTTP_MODERN_BREAKAGES } from './http-modern.js';
import { HTTP_RULE_BREAKAGES } from './http-rules.js';

export const HTTP_BREAKAGES: readonly Breakage[] = [
  ...HTTP_RULE_BREAKAGES,
  ...HTTP_MODERN_BREAKAGES,
  ...HTTP_ADVICE_BREAKAGES,
];
