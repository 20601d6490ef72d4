import { parseSync, SqlError, type Node } from 'libpg-query';
import type { PgError, Postgres } from '../engine/index.js';
import { isOmitted, type Definition } from './definition.js';
import { Rewritten } from './rewriting.js';
import { treatmentOf } from './treatments.js';

export const sqlOf = ({ text, edits }: Definition) => new Rewritten(text, edits).sql;

/** The SQL that the loader would execute for a statement; undefined where it would execute nothing. */
export function definitionOf(node: Node, text: string): string | undefined {
  const treatment = treatmentOf(node, text);
  if (isOmitted(treatment)) return undefined;
  const sql = sqlOf(treatment);
  return isSettled(sql) ? sql : undefined;
}

/**
 * The second lock: edits cut texts at places that our own lexer finds. Where it disagrees with PostgreSQL's, something else
 * could come out. So the result has to be one statement that the loader would execute as it is.
 */
export function isSettled(sql: string): boolean {
  try {
    const [first, more] = parseSync(sql).stmts ?? [];
    if (first?.stmt === undefined || more !== undefined) return false;
    const treatment = treatmentOf(first.stmt, sql);
    return !isOmitted(treatment) && words(sqlOf(treatment)) === words(sql);
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}

const words = (sql: string) => sql.replace(/\s+/g, ' ').trim();

/** Executes a statement that was rewritten. */
export async function execute(postgres: Postgres, sql: string): Promise<PgError | undefined> {
  if (isSettled(sql)) return postgres.run(sql);
  return { code: '42601', message: 'it could not be rewritten safely' };
}
