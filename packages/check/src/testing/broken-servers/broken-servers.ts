import type { Breakage } from '../breakage.js';
import { ANSWERS_BREAKAGES } from './answers.js';
import { ARGUMENTS_BREAKAGES } from './arguments.js';
import { BATCHES_BREAKAGES } from './batches.js';
import { CANCELLATION_BREAKAGES } from './cancellation.js';
import { CODES_BREAKAGES } from './codes.js';
import { FRAMING_BREAKAGES } from './framing.js';
import { HTTP_BREAKAGES } from './http.js';
import { IDS_BREAKAGES } from './ids.js';
import { LEAKS_BREAKAGES } from './leaks.js';
import { ABUSE_BREAKAGES } from './abuse.js';
import { LIFECYCLE_BREAKAGES } from './lifecycle.js';
import { MESSAGES_BREAKAGES } from './messages.js';
import { METHODS_BREAKAGES } from './methods.js';
import { NOTIFICATIONS_BREAKAGES } from './notifications.js';
import { PROCESS_BREAKAGES } from './process.js';
import { REQUESTS_BREAKAGES } from './requests.js';
import { RETRY_BREAKAGES } from './retry.js';
import { SILENT_BREAKAGES } from './silent.js';

/** A broken server for every case. */
export const BREAKAGES: readonly Breakage[] = [
  ...ANSWERS_BREAKAGES,
  ...LIFECYCLE_BREAKAGES,
  ...FRAMING_BREAKAGES,
  ...IDS_BREAKAGES,
  ...REQUESTS_BREAKAGES,
  ...NOTIFICATIONS_BREAKAGES,
  ...BATCHES_BREAKAGES,
  ...METHODS_BREAKAGES,
  ...ARGUMENTS_BREAKAGES,
  ...SILENT_BREAKAGES,
  ...MESSAGES_BREAKAGES,
  ...CODES_BREAKAGES,
  ...LEAKS_BREAKAGES,
  ...HTTP_BREAKAGES,
  ...CANCELLATION_BREAKAGES,
  ...RETRY_BREAKAGES,
  ...ABUSE_BREAKAGES,
  ...PROCESS_BREAKAGES,
];
