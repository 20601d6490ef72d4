import { parseSync, SqlError, type Node } from 'libpg-query';
import type { PgError, Postgres } from '../engine/index.js';
import { SourceText } from '../text/index.js';
import { isOmitted, type Definition } from './definition.js';
import { rewrite, type Piece } from './rewriting.js';
import { treatmentOf } from './treatments.js';

export const sqlOf = ({ text, edits }: Definition) => rewrite(text, edits).text;

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

/** So often PostgreSQL is asked about one statement. */
const LIMIT = 50;

/**
 * Executes a statement that PostgreSQL has refused, without the pieces that it refuses, and says which and in what words;
 * undefined where it is refused without all of them. Errors with a place lead to the piece there; otherwise pieces come back
 * by halves.
 */
export async function searchPieces(
  postgres: Postgres,
  { text, edits, pieces: list }: Definition,
  refusal: PgError,
): Promise<ReadonlyMap<Piece, PgError> | undefined> {
  const pieces = list?.() ?? [];
  const removed = new Map<Piece, PgError>();
  const without = (...more: readonly Piece[]) => rewrite(text, edits, [...removed.keys(), ...more]);
  let error: PgError | undefined = refusal;
  let asked = 0;
  while (error?.position !== undefined && asked++ < LIMIT) {
    const sql = without();
    const place = sql.original(new SourceText(sql.text).offsetOfCharacter(error.position - 1));
    const [innermost] = pieces
      .filter(({ start, end }) => start <= place && (place < end || place === start))
      .filter((piece) => !removed.has(piece))
      .toSorted((a, b) => a.end - a.start - (b.end - b.start));
    if (innermost === undefined) break;
    removed.set(innermost, error);
    error = await execute(postgres, without().text);
  }
  if (error === undefined) return removed;

  const last = error;
  const probe = async (gone: readonly Piece[]) => {
    asked++;
    await postgres.run('BEGIN');
    const answer = await execute(postgres, without(...gone).text);
    await postgres.run('ROLLBACK');
    return answer;
  };
  const rest = pieces.filter((piece) => !removed.has(piece));
  if (rest.length === 0 || (await probe(rest)) !== undefined) return undefined;
  let gone = new Map(rest.map((piece) => [piece, last]));
  const bringBack = async (some: readonly Piece[]): Promise<void> => {
    if (asked >= LIMIT || some.length === 0) return;
    const fewer = new Map([...gone].filter(([piece]) => !some.includes(piece)));
    // With all of them, it was refused already.
    const answer = some === rest ? last : await probe([...fewer.keys()]);
    if (answer === undefined) gone = fewer;
    else if (some.length === 1) gone.set(some[0]!, answer);
    else {
      const half = some.length >> 1;
      await bringBack(some.slice(0, half));
      await bringBack(some.slice(half));
    }
  };
  await bringBack(rest);
  await execute(postgres, without(...gone.keys()).text);
  return new Map([...removed, ...gone]);
}
