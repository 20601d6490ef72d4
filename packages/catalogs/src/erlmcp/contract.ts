import { MODERN } from '@errata/core/internal';
import { defineContract, type Contract } from '@errata/core';
import { erlmcp } from './catalog.js';
import { erlmcpShape } from './shape.js';

/** erlmcp on the wire: literally its seed up to 2025-11-25, what the specification demands on 2026-07-28. */
export const erlmcpContract: Contract = defineContract({
  catalog: erlmcp,
  shape: erlmcpShape,
  rpcData: 'payload',
  message: 'title',
  // The seed says null where no id can be read; the MCP schema forbids it, and 2026-07-28 follows the schema.
  unreadableId: (era) => (era === MODERN ? 'omit' : 'null'),
  toolFailures: (era) => (era === MODERN ? 'tool' : 'rpc'),
});
