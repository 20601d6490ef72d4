import type { Case } from '../../case.js';
import { reconnects, secondConnection } from './connections.js';
import { answersLastRequest, endsAtEndOfInput, endsOnSigterm, endsWithZero } from './ends.js';
import { answersAtOnce, speaksWhenAsked } from './first-words.js';
import { sideBySide, startsAgain } from './starts.js';

export const PROCESS_CASES: readonly Case[] = [
  speaksWhenAsked,
  answersAtOnce,
  sideBySide,
  endsAtEndOfInput,
  endsWithZero,
  answersLastRequest,
  endsOnSigterm,
  ...startsAgain,
  secondConnection,
  reconnects,
];
