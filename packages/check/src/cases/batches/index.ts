import type { Case } from '../../case.js';
import { batchArray, batchOfOneArray } from './array.js';
import { brokenBatchCode, brokenBatchSingle } from './broken.js';
import { emptyAnswered, emptyCode, emptySingle } from './empty.js';
import {
  invalidEntriesEach,
  invalidEntryArray,
  invalidEntryCode,
  validBesideInvalid,
} from './invalid.js';
import { initializeInBatch, oldBatchAnswered, oldBatchNotServed } from './mcp.js';
import { notificationInBatch, onlyNotifications } from './notifications.js';
import { failureIsolated, fiftyInBatch, idsOfEntries, replyPerRequest } from './replies.js';
import { batchAnswered, batchServed, mcpBatchServed } from './served.js';

export const BATCHES_CASES: readonly Case[] = [
  batchAnswered,
  batchServed,
  mcpBatchServed,
  batchArray,
  batchOfOneArray,
  replyPerRequest,
  idsOfEntries,
  failureIsolated,
  fiftyInBatch,
  notificationInBatch,
  onlyNotifications,
  emptyAnswered,
  emptyCode,
  emptySingle,
  invalidEntryCode,
  invalidEntryArray,
  invalidEntriesEach,
  validBesideInvalid,
  brokenBatchCode,
  brokenBatchSingle,
  initializeInBatch,
  oldBatchAnswered,
  oldBatchNotServed,
];
