import { defineContract } from '@errata/core';
import { devices } from '../core/catalog.js';

export { devices };

/** Title and bare fields in an error object: the reply that the floor gives. Redaction and budget are always on. */
export const contract = defineContract({
  catalog: devices,
  rpcData: 'payload',
  message: 'title',
  toolFailures: () => 'rpc',
});
