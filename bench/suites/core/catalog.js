import { defineCatalog } from '@errata/core';
import { CODES, MESSAGES } from './work.js';

/** What the measured servers declare: failures of devices, and the protocol's own. */
export const devices = defineCatalog(
  'bench',
  {
    DEVICE_UNREACHABLE: {
      code: CODES.unreachable,
      title: MESSAGES.unreachable,
      category: 'device',
      context: {
        device_id: 'string',
        management_address: 'string',
        port: 'integer',
        error_type: 'string',
        attempts: 'integer',
        elapsed_ms: 'integer',
        retry_after: 'integer',
        last_seen: 'string',
      },
      recovery: 'retry_with_backoff',
    },
    DUMP_REFUSED: {
      code: CODES.refused,
      title: MESSAGES.refused,
      category: 'device',
      context: { device_id: 'string', records: 'object[]' },
      recovery: 'report_and_abort',
    },
    INVALID_PARAMS: {
      code: CODES.params,
      title: MESSAGES.params,
      category: 'validation',
      condition: 'invalid-params',
      context: { errors: 'object[]' },
      recovery: 'fix_and_retry',
    },
    METHOD_NOT_FOUND: {
      code: CODES.method,
      title: MESSAGES.method,
      category: 'protocol',
      condition: 'method-not-found',
      recovery: 'report_and_abort',
    },
    PARSE_ERROR: {
      code: CODES.parse,
      title: MESSAGES.parse,
      category: 'protocol',
      condition: 'parse-error',
      recovery: 'fix_and_retry',
    },
    INTERNAL_ERROR: {
      code: -32603,
      title: 'Internal error',
      category: 'internal',
      condition: 'internal',
      recovery: 'report_and_abort',
    },
  },
  { unexpected: 'INTERNAL_ERROR' },
);
