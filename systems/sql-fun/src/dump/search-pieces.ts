import type { PgError, Postgres } from '../engine/index.js';
import { execute } from './execute.js';
import { Rewritten, type Edit, type Piece } from './rewriting.js';

/** A piece that had to go, and PostgreSQL's words about it. */
export interface Removed {
  readonly piece: Piece;
  readonly error: PgError;
}

/** So often PostgreSQL is asked about one statement. */
const LIMIT = 50;

/**
 * Executes a statement without the pieces that PostgreSQL refuses, and says which; undefined where it is refused without all
 * of them. Errors with a place lead to the piece there; otherwise pieces come back by halves.
 */
export async function searchPieces(
  postgres: Postgres,
  text: string,
  edits: readonly Edit[],
  pieces: readonly Piece[],
  refusal: PgError,
): Promise<readonly Removed[] | undefined> {
  const removed: Removed[] = [];
  let error: PgError | undefined = refusal;
  let asked = 0;
  const without = (gone: readonly Piece[]) => new Rewritten(text, edits, gone);
  const removedPieces = () => removed.map(({ piece }) => piece);
  while (error?.position !== undefined && asked++ < LIMIT) {
    const place = without(removedPieces()).origin(error.position);
    const piece = innermost(pieces, removedPieces(), place);
    if (piece === undefined) break;
    removed.push({ piece, error });
    error = await execute(postgres, without(removedPieces()).sql);
  }
  if (error === undefined) return removed;

  const probe = async (gone: readonly Piece[]) => {
    asked++;
    await postgres.run('BEGIN');
    const answer = await execute(postgres, without(gone).sql);
    await postgres.run('ROLLBACK');
    return answer;
  };
  const rest = pieces.filter((piece) => !removedPieces().includes(piece));
  if (rest.length === 0 || (await probe(pieces)) !== undefined) return undefined;
  const last = error;
  let gone = new Set(rest);
  const errors = new Map<Piece, PgError>();
  const bringBack = async (some: readonly Piece[]): Promise<void> => {
    if (asked >= LIMIT || some.length === 0) return;
    const fewer = new Set([...gone].filter((piece) => !some.includes(piece)));
    const answer = await probe([...removedPieces(), ...fewer]);
    if (answer === undefined) gone = fewer;
    else if (some.length === 1) errors.set(some[0]!, answer);
    else {
      const half = some.length >> 1;
      await bringBack(some.slice(0, half));
      await bringBack(some.slice(half));
    }
  };
  const half = rest.length >> 1;
  await bringBack(rest.slice(0, half));
  await bringBack(rest.slice(half));
  await execute(postgres, without([...removedPieces(), ...gone]).sql);
  return [...removed, ...[...gone].map((piece) => ({ piece, error: errors.get(piece) ?? last }))];
}

function innermost(pieces: readonly Piece[], removed: readonly Piece[], place: number) {
  return pieces
    .filter(({ start, end }) => start <= place && (place < end || place === start))
    .filter((piece) => !removed.includes(piece))
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}
