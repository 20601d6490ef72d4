import { membersOf } from '@errata/core/internal';

/** What is wrong with a reply as a JSON-RPC message; undefined where nothing is. */
export function wrongEnvelope(message: unknown): string | undefined {
  const { jsonrpc, result, error } = membersOf(message);
  if (jsonrpc !== '2.0') return 'jsonrpc is not "2.0"';
  return result !== undefined && error !== undefined
    ? 'the reply has a result and an error'
    : undefined;
}
