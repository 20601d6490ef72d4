import { standard, defineContract, type Contract } from '@errata/core';
import { plainShape } from '@errata/core/internal';

/** The five failures of JSON-RPC 2.0 §5.1. Core brings them, because every server needs them. */
export const jsonrpc = standard;

/**
 * JSON-RPC 2.0 to the letter: `message` is the specification's own phrase, and `data` holds the declared fields or is
 * left out. For plain JSON-RPC peers, which do not know the facts of errata.
 */
export const jsonrpcContract: Contract = defineContract({
  catalog: jsonrpc,
  shape: plainShape,
  rpcData: 'payload',
  message: 'title',
});
