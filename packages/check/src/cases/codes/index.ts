import type { Case } from '../../case.js';
import { httpStatusAsCode, localNumber, sdkLocalCode } from './advice.js';
import { callersFault } from './callers-fault.js';
import {
  headerMismatchOnlyOnHttp,
  missingCapabilityData,
  resourceCodeElsewhere,
  unsupportedVersionData,
  unsupportedVersionMeant,
  urlElicitationData,
} from './meanings.js';
import { legacyBand, reservedRange, retiredCodes, undefinedReserved } from './numbers.js';

export const CODES_CASES: readonly Case[] = [
  callersFault,
  undefinedReserved,
  reservedRange,
  retiredCodes,
  legacyBand,
  headerMismatchOnlyOnHttp,
  missingCapabilityData,
  unsupportedVersionData,
  unsupportedVersionMeant,
  urlElicitationData,
  resourceCodeElsewhere,
  sdkLocalCode,
  httpStatusAsCode,
  localNumber,
];
