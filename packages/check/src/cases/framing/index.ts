import type { Case } from '../../case.js';
import {
  parseErrorAnswered,
  parseErrorCode,
  parseErrorIdNull,
  unreadableIdOmitted,
} from './parse-error.js';

export const FRAMING_CASES: readonly Case[] = [
  parseErrorAnswered,
  parseErrorCode,
  parseErrorIdNull,
  unreadableIdOmitted,
];
