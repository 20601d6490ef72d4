import type { Case } from '../../case.js';
import { REFUSED_CASES } from './refused.js';
import { prototypeNames, validationIsResult } from './surface.js';

export const ARGUMENTS_CASES: readonly Case[] = [
  ...REFUSED_CASES,
  validationIsResult,
  prototypeNames,
];
