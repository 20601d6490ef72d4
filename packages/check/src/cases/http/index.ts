import type { Case } from '../../case.js';
import { clientThatLeaves, longHeader, oversizeBody, slowBodyBlocksNobody } from './burdens.js';
import { encodedNameUnderstood, MIRROR_CASES } from './mirrored-headers.js';
import {
  GONE_METHOD_CASES,
  missingMetaStatus,
  sessionIdIgnored,
  unknownMethodBody,
  unknownMethodStatus,
} from './modern.js';
import { notificationAccepted, notificationWithoutBody } from './notifications.js';
import { originForbidden, originValidated } from './origin.js';
import {
  getStreamsOrRefuses,
  otherMethodsRefused,
  refusedMethodSaysAllowed,
  STRANGE_METHOD_CASES,
} from './other-methods.js';
import {
  emptyPost,
  errorsAreNoPages,
  noJsonBody,
  noJsonStatus,
  unauthorizedIsChallenged,
} from './refusals.js';
import { plainReplyType, replyInItsOwnAnswer, replyType, requestGetsBody } from './reply-form.js';
import { charsetUnderstood, chunksUnderstood, textIsNotExecuted } from './request-form.js';
import { sessionEnded, sessionIdVisible, sessionMissing, sessionUnknown } from './sessions.js';
import { streamEnds, streamUnbuffered } from './streams.js';
import {
  missingVersionHeaderServed,
  unsupportedVersionHeader,
  unsupportedVersionStatus,
} from './versions.js';

export const HTTP_CASES: readonly Case[] = [
  originValidated,
  originForbidden,
  replyType,
  plainReplyType,
  requestGetsBody,
  replyInItsOwnAnswer,
  notificationAccepted,
  notificationWithoutBody,
  streamEnds,
  streamUnbuffered,
  unsupportedVersionHeader,
  missingVersionHeaderServed,
  unsupportedVersionStatus,
  unknownMethodStatus,
  unknownMethodBody,
  missingMetaStatus,
  ...MIRROR_CASES,
  encodedNameUnderstood,
  sessionMissing,
  sessionUnknown,
  sessionEnded,
  sessionIdVisible,
  sessionIdIgnored,
  getStreamsOrRefuses,
  ...GONE_METHOD_CASES,
  ...STRANGE_METHOD_CASES,
  otherMethodsRefused,
  refusedMethodSaysAllowed,
  noJsonStatus,
  noJsonBody,
  errorsAreNoPages,
  emptyPost,
  unauthorizedIsChallenged,
  textIsNotExecuted,
  charsetUnderstood,
  chunksUnderstood,
  oversizeBody,
  longHeader,
  slowBodyBlocksNobody,
  clientThatLeaves,
];
