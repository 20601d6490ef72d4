import { defineCatalog } from '@errata/core';
import { joinFailures } from '@errata/core/internal';
import { requestFailures } from './request-failures.js';
import { serviceFailures } from './service-failures.js';

/** The failures of the Engram gateway: 19 reasons on 7 codes (seed 002 §3 and §4). */
export const engram = defineCatalog('engram', joinFailures(requestFailures, serviceFailures), {
  sharedCodes: true,
  unexpected: 'UNHANDLED_EXCEPTION',
});
