import type { Case } from '../../case.js';
import { lenientJson, truncatedJsonCode, twoValuesInOne } from './no-json.js';
import { noByteOrderMark, outputUtf8, stdoutPure } from './output.js';
import {
  parseErrorAnswered,
  parseErrorCode,
  parseErrorIdNull,
  unreadableIdOmitted,
} from './parse-error.js';
import { splitCharacter, twoInOneWrite } from './pieces.js';
import { spellings } from './spelling.js';

export const FRAMING_CASES: readonly Case[] = [
  parseErrorAnswered,
  parseErrorCode,
  parseErrorIdNull,
  unreadableIdOmitted,
  truncatedJsonCode,
  ...lenientJson,
  twoValuesInOne,
  ...spellings,
  splitCharacter,
  twoInOneWrite,
  stdoutPure,
  outputUtf8,
  noByteOrderMark,
];
