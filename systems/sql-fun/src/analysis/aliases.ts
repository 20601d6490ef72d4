import type { SourceColumn } from './column-list.js';
import type { StatementSession } from './session.js';

/** Columns under the names of an alias: `users AS u (a, b)`. The rest keep theirs. */
export function renamed(
  columns: readonly SourceColumn[],
  aliases: readonly string[],
): readonly SourceColumn[] {
  if (aliases.length === 0) return columns;
  return columns.map((column, i) => {
    const name = aliases[i];
    if (name === undefined) return column;
    return { ...column, name, ...(column.relation && { column: column.column ?? column.name }) };
  });
}

/** What an alias of columns is for. */
export interface Aliased {
  readonly name: string;
  readonly columns: number;
  readonly open: boolean;
  readonly location: number | undefined;
}

/** There cannot be more names than columns. */
export function checkAliases(
  aliases: readonly string[],
  aliased: Aliased,
  session: StatementSession,
): void {
  const { name, columns, open, location } = aliased;
  if (open || aliases.length <= columns) return;
  const message = `${name} has ${columns} columns, but ${aliases.length} names for them are given.`;
  session.report({ code: 'column_count', target: 'alias', name, message, location });
}
