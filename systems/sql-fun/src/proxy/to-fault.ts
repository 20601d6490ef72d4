import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import type { WireError } from '@errata/core/codec';
import { identify } from '@errata/core/contract';
import { Fault, isRef } from '@errata/core/fault';
import { TOO_MANY_CLIENTS } from '../daemon/index.js';

/** What the daemon answered as a fault again: code, message and data leave the proxy as they came. */
export function toFault(error: WireError): Fault {
  const definition = identify(error, sqlFunContract, 'jsonrpc');
  if (definition === undefined) {
    // A server of another version; its words are not this contract's.
    return sqlFun.INTERNAL_PANIC({ target: 'reply', name: String(error.code) }, { effect: 'none' });
  }
  const { context: members, details } = sqlFunContract.read(error.data);
  const { ref, ...context } = members;
  return new Fault(definition, context, {
    message: error.message,
    effect: 'none',
    ...(details !== undefined && { details }),
    // A suggestion is not in the data; that of what is missing does not fit what is wrong.
    ...(definition.reason === 'MISSING_PARAMETER' &&
      error.message !== definition.title && {
        suggestion: `Correct ${String(context['name'])} and call again`,
      }),
    ...(error.message === TOO_MANY_CLIENTS.message && {
      suggestion: TOO_MANY_CLIENTS.suggestion,
    }),
    // The daemon has recorded it under this ref: whoever looks for one finds both.
    ...(isRef(ref) && { ref, masked: true }),
  });
}
