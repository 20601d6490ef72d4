import type { Case } from '../case.js';
import { ARGUMENTS_CASES } from './arguments/index.js';
import { BATCHES_CASES } from './batches/index.js';
import { CANCELLATION_CASES } from './cancellation/index.js';
import { CODES_CASES } from './codes/index.js';
import { FRAMING_CASES } from './framing/index.js';
import { HTTP_CASES } from './http/index.js';
import { IDS_CASES } from './ids/index.js';
import { LEAKS_CASES } from './leaks/index.js';
import { LIFE_CASES } from './life/index.js';
import { LIFECYCLE_CASES } from './lifecycle/index.js';
import { MESSAGES_CASES } from './messages/index.js';
import { METHODS_CASES } from './methods/index.js';
import { NOTIFICATIONS_CASES } from './notifications/index.js';
import { PROCESS_CASES } from './process/index.js';
import { REQUESTS_CASES } from './requests/index.js';
import { RETRY_CASES } from './retry/index.js';
import { SILENT_CASES } from './silent/index.js';

/** Every case there is. */
export const CASES: readonly Case[] = [
  ...LIFECYCLE_CASES,
  ...FRAMING_CASES,
  ...IDS_CASES,
  ...REQUESTS_CASES,
  ...NOTIFICATIONS_CASES,
  ...BATCHES_CASES,
  ...METHODS_CASES,
  ...ARGUMENTS_CASES,
  ...SILENT_CASES,
  ...MESSAGES_CASES,
  ...CODES_CASES,
  ...LEAKS_CASES,
  ...HTTP_CASES,
  ...CANCELLATION_CASES,
  ...RETRY_CASES,
  ...LIFE_CASES,
  ...PROCESS_CASES,
];
