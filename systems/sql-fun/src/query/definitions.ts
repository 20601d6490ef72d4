import { parseSync } from 'libpg-query';
import type { Members, RawStatement } from './syntax.js';

/** Never executed, whatever else is: they end the transaction, run code, or change more than the catalog. */
const NEVER: ReadonlySet<string> = new Set([
  ...['TransactionStmt', 'VariableSetStmt', 'DoStmt', 'CallStmt', 'ExecuteStmt', 'PrepareStmt'],
  ...['DeallocateStmt', 'VacuumStmt', 'CopyStmt', 'AlterSystemStmt', 'DiscardStmt', 'ListenStmt'],
  ...['UnlistenStmt', 'NotifyStmt', 'LoadStmt', 'CheckPointStmt', 'ClusterStmt', 'ReindexStmt'],
  ...['DeclareCursorStmt', 'FetchStmt', 'ClosePortalStmt', 'LockStmt', 'TruncateStmt'],
  ...['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'ExplainStmt'],
  // Which extensions can be created tells which ones the dump has.
  ...[
    'CreateExtensionStmt',
    'CreatedbStmt',
    'DropdbStmt',
    'AlterDatabaseStmt',
    'AlterDatabaseSetStmt',
  ],
  ...['CreateEventTrigStmt', 'CreateTableSpaceStmt', 'DropTableSpaceStmt', 'AlterRoleSetStmt'],
]);

/** The SQL that is executed for a definition, so that the statements behind it find what it defines. */
export function definitionOf(
  sql: string,
  { kind, members }: RawStatement,
  define: (sql: string, node: unknown) => string | undefined,
): string | undefined {
  if (NEVER.has(kind)) return undefined;
  const definition = define(sql, { [kind]: members });
  if (definition === undefined) return undefined;
  const { stmts = [] } = parseSync(definition) as { stmts?: readonly { stmt?: Members }[] };
  return stmts.some(({ stmt = {} }) => Object.keys(stmt).some((one) => NEVER.has(one)))
    ? undefined
    : definition;
}

/** The path that SET search_path asks for; it is followed, and not executed. */
export function searchPathOf(
  { kind, members }: RawStatement,
  initial: readonly string[],
): readonly string[] | undefined {
  if (kind !== 'VariableSetStmt' || members['name'] !== 'search_path') return undefined;
  if (members['kind'] !== 'VAR_SET_VALUE') return initial;
  const args = members['args'] as readonly { A_Const?: { sval?: { sval?: string } } }[] | undefined;
  const names = (args ?? []).map((one) => one.A_Const?.sval?.sval ?? '');
  return names.filter((name) => name !== '' && name !== '$user');
}
