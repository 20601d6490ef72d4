import type { Case } from '../../case.js';
import {
  discoverCapabilities,
  discoverOwnVersion,
  discoverServerInfo,
  discoverVersions,
} from './discover.js';
import {
  metaCapabilitiesMissing,
  metaClientOptional,
  metaMissing,
  metaVersionMissing,
} from './envelope.js';
import {
  initializeCapabilities,
  initializeServerInfo,
  initializeVersion,
} from './initialize-result.js';
import {
  initializeInvalidCode,
  initializeWithoutParams,
  initializeWithoutVersion,
} from './malformed-initialize.js';
import { initializeNamesVersions, removedPing, removedSetLevel } from './modern.js';
import {
  initializedTwice,
  pingBeforeInitialize,
  requestBeforeInitialize,
  secondInitialize,
} from './order.js';
import { unknownVersionNegotiated, unknownVersionNotEchoed } from './unknown-version.js';
import {
  unsupportedVersion,
  unsupportedVersionLater,
  unsupportedVersionRequested,
  unsupportedVersionSupported,
} from './unsupported-version.js';
import { noServerRequests, resultType } from './whole-run.js';

export const LIFECYCLE_CASES: readonly Case[] = [
  initializeVersion,
  initializeCapabilities,
  initializeServerInfo,
  unknownVersionNotEchoed,
  unknownVersionNegotiated,
  initializeWithoutVersion,
  initializeWithoutParams,
  initializeInvalidCode,
  pingBeforeInitialize,
  requestBeforeInitialize,
  secondInitialize,
  initializedTwice,
  discoverVersions,
  discoverOwnVersion,
  discoverCapabilities,
  discoverServerInfo,
  metaMissing,
  metaVersionMissing,
  metaCapabilitiesMissing,
  metaClientOptional,
  unsupportedVersion,
  unsupportedVersionSupported,
  unsupportedVersionRequested,
  unsupportedVersionLater,
  removedPing,
  removedSetLevel,
  initializeNamesVersions,
  resultType,
  noServerRequests,
];
