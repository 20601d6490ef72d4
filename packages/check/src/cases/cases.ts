import type { Case } from '../case.js';
import { ANSWERS_CASES } from './answers.js';
import { ARGUMENTS_CASES } from './arguments.js';
import { BATCHES_CASES } from './batches.js';
import { CANCELLATION_CASES } from './cancellation.js';
import { CODES_CASES } from './codes.js';
import { FRAMING_CASES } from './framing.js';
import { HTTP_CONNECTIONS_CASES } from './http-connections.js';
import { HTTP_HEADERS_CASES } from './http-headers.js';
import { HTTP_POSTS_CASES } from './http-posts.js';
import { HTTP_REFUSALS_CASES } from './http-refusals.js';
import { IDS_CASES } from './ids.js';
import { LEAKS_CASES } from './leaks.js';
import { ABUSE_CASES } from './abuse.js';
import { LIFECYCLE_HANDSHAKE_CASES } from './lifecycle-handshake.js';
import { LIFECYCLE_STATELESS_CASES } from './lifecycle-stateless.js';
import { MESSAGES_CASES } from './messages.js';
import { METHODS_PARAMS_CASES } from './methods-params.js';
import { METHODS_CASES } from './methods.js';
import { NOTIFICATIONS_CASES } from './notifications.js';
import { PROCESS_CASES } from './process.js';
import { REPLIES_CASES } from './replies.js';
import { REQUESTS_CASES } from './requests.js';
import { RETRY_CASES } from './retry.js';
import { SILENT_CASES } from './silent.js';

/** Every case, in the order in which they run and are shown. */
export const CASES: readonly Case[] = [
  ...ANSWERS_CASES,
  ...LIFECYCLE_HANDSHAKE_CASES,
  ...LIFECYCLE_STATELESS_CASES,
  ...FRAMING_CASES,
  ...IDS_CASES,
  ...REPLIES_CASES,
  ...REQUESTS_CASES,
  ...NOTIFICATIONS_CASES,
  ...BATCHES_CASES,
  ...METHODS_CASES,
  ...METHODS_PARAMS_CASES,
  ...ARGUMENTS_CASES,
  ...SILENT_CASES,
  ...MESSAGES_CASES,
  ...CODES_CASES,
  ...LEAKS_CASES,
  ...HTTP_POSTS_CASES,
  ...HTTP_HEADERS_CASES,
  ...HTTP_REFUSALS_CASES,
  ...HTTP_CONNECTIONS_CASES,
  ...CANCELLATION_CASES,
  ...RETRY_CASES,
  ...ABUSE_CASES,
  ...PROCESS_CASES,
];
