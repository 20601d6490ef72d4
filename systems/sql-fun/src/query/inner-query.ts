import type { QueryContext } from './context.js';
import { childrenIn, type RawStatement, type Syntax } from './syntax.js';

/** Statements that PostgreSQL analyses together with the query inside of them. */
export const ANALYSED: ReadonlySet<string> = new Set([
  ...['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'CallStmt'],
  ...['ExplainStmt', 'DeclareCursorStmt', 'CreateTableAsStmt'],
]);

/** Whether the query inside of a statement has to be asked by itself. */
export const hasInnerQuery = ({ kind, members }: RawStatement): boolean =>
  kind === 'ViewStmt' ||
  kind === 'PrepareStmt' ||
  (kind === 'CopyStmt' && members['query'] !== undefined);

/** The query inside of CREATE VIEW, PREPARE and COPY; spaces stand for what is around it, so that places stay. */
export function innerQuery({ kind }: RawStatement, { sql, tokens }: Syntax): string {
  const { all } = tokens;
  const outside = (word: string): number => {
    let index = 0;
    while (index < all.length && tokens.word(index) !== word) {
      index =
        word !== '(' && tokens.word(index) === '('
          ? (tokens.partner(index) ?? index) + 1
          : index + 1;
    }
    return index;
  };
  const first = kind === 'CopyStmt' ? outside('(') : outside('as') + 1;
  let last = kind === 'CopyStmt' ? (tokens.partner(first) ?? all.length - 1) : all.length - 1;
  // CREATE VIEW … WITH LOCAL CHECK OPTION
  if (kind === 'ViewStmt' && tokens.word(last) === 'option' && tokens.word(last - 1) === 'check') {
    while (tokens.word(last) !== 'with') last--;
    last--;
  }
  const [start, end] = [all[first]?.start ?? sql.length, all[last]?.end ?? sql.length];
  return sql.slice(0, start).replaceAll(/[^\n]/g, ' ') + sql.slice(start, end);
}

/** The types that PREPARE gives to its parameters. */
export async function preparedTypes(
  { root, sql }: Syntax,
  { postgres }: QueryContext,
): Promise<readonly number[]> {
  const names = childrenIn(root, 'argtypes').map(({ start, end }) => sql.slice(start, end));
  if (names.length === 0) return [];
  const rows = await postgres.rows<{ oid: number | null }>(
    'SELECT to_regtype(name)::oid::int8 AS oid FROM unnest($1::text[]) WITH ORDINALITY t (name, n) ORDER BY n',
    [names],
  );
  return rows.map(({ oid }) => oid ?? 0);
}
