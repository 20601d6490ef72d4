import type { Case } from '../../case.js';
import { onlyTheNamedRequest, slowCallDoesNotBlock } from './beside.js';
import {
  completedIgnored,
  earlyCancelForgotten,
  malformedIgnored,
  unknownIgnored,
} from './ignored.js';
import {
  answeredAfterCancellation,
  cancelledNotAnswered,
  cancelledNotAnsweredModern,
} from './in-flight.js';

export const CANCELLATION_CASES: readonly Case[] = [
  unknownIgnored,
  malformedIgnored,
  completedIgnored,
  earlyCancelForgotten,
  slowCallDoesNotBlock,
  onlyTheNamedRequest,
  // The first of these cancels a call, and sees itself whether that was the end.
  answeredAfterCancellation,
  cancelledNotAnswered,
  cancelledNotAnsweredModern,
];
