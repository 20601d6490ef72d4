import type { Case } from '../../case.js';
import { honestHint } from './honest.js';
import {
  busyStatusSaysWhen,
  headerAndBodyAgree,
  hintForm,
  hintInText,
  noContradiction,
} from './told-hints.js';

export const RETRY_CASES: readonly Case[] = [
  honestHint,
  hintForm,
  hintInText,
  noContradiction,
  busyStatusSaysWhen,
  headerAndBodyAgree,
];
