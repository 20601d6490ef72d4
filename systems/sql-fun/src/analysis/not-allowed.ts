import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Fault } from '@errata/core/fault';

/** A name that may not be seen, whether it is there or not. What may have been meant comes from the names that may. */
export function notAllowed(target: string, name: string, near: readonly string[] = []): Fault {
  if (near.length === 0) return sqlFun.MCP_NOT_ALLOWED({ target, name });
  const details = `MCP not allowed: ${target} ${name}; did you mean ${near.join(' or ')}?`;
  return sqlFun.MCP_NOT_ALLOWED({ target, name }, { details });
}
