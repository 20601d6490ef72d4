import type { Case } from '../../case.js';
import { everyIdAnswered } from './answered.js';
import { duplicateInFlight, manyAtOnce, twinsOfTypes } from './at-once.js';
import { ECHO_CASES, echoInError } from './echo.js';
import { nullIdAnswered, nullIdNotServed } from './null-id.js';
import { answersNotSwapped } from './swapped.js';
import { UNUSABLE_ID_CASES } from './unusable-id.js';
import { answeredOnce, nothingUnasked } from './whole-run.js';

export const IDS_CASES: readonly Case[] = [
  ...ECHO_CASES,
  echoInError,
  everyIdAnswered,
  nullIdAnswered,
  nullIdNotServed,
  ...UNUSABLE_ID_CASES,
  manyAtOnce,
  answersNotSwapped,
  twinsOfTypes,
  duplicateInFlight,
  answeredOnce,
  nothingUnasked,
];
