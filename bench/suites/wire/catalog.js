import { defineCatalog, defineContract } from '@errata/core';
import { CODES, MESSAGES } from '../core/work.js';

/** What the measured servers declare: the device that does not answer, and the protocol's own failures. */
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

/** Title and bare fields in an error object: the reply that the floor gives. Redaction and budget are always on. */
export const contract = defineContract({
  catalog: devices,
  rpcData: 'payload',
  message: 'title',
  toolFailures: () => 'rpc',
});
