import { basename } from 'node:path';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { isFault } from '@errata/core/fault';

/**
 * A failure as MCP may see it: of a file its name without the folder, and nothing of what is written in a schema file. Other
 * values come back as they are.
 */
export function hidePaths(thrown: unknown): unknown {
  if (!isFault(thrown) || thrown.domain !== sqlFun.domain) return thrown;
  const { name, error_type, line, position } = thrown.context as Record<string, never>;
  const about = { name: basename(String(name)) };
  // Masked: its ref is told, and leads the operator to the cause.
  const given = { cause: thrown, masked: true };
  switch (thrown.reason) {
    case 'SCHEMA_IO_FAILURE': {
      const { target } = thrown.context as { target: string };
      return sqlFun.SCHEMA_IO_FAILURE({ target, ...about, error_type }, given);
    }
    case 'INVALID_SCHEMA_SQL':
      return sqlFun.INVALID_SCHEMA_SQL({ target: 'schema_file', ...about, line, position }, given);
    default:
      return thrown;
  }
}
