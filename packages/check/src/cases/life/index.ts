import type { Case } from '../../case.js';
import { abusesByBytes } from './bytes.js';
import { abusesByCrowds } from './crowds.js';
import { hangUp } from './hang-up.js';
import { abusesByNames } from './names.js';
import { abusesBySize } from './sizes.js';
import { survival } from './survival.js';
import { abusesByArguments } from './tool-arguments.js';

export const LIFE_CASES: readonly Case[] = [
  ...abusesByBytes,
  ...abusesByNames,
  ...abusesBySize,
  ...abusesByCrowds,
  ...abusesByArguments,
  hangUp,
  survival,
];
