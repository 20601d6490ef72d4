import { loadModule, parseSync, SqlError, type ParseResult } from 'libpg-query';
import { format } from 'sql-formatter';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { SourceText } from '../text/index.js';
import { beyondParser } from './beyond-parser.js';
import { defineMethod } from './define-method.js';
import { FLAG, object, SQL, TEXT } from './json-schemas.js';
import { isSameSql } from './same-sql.js';

interface Params {
  readonly sql: string;
  readonly keyword_case?: 'upper' | 'lower' | 'preserve';
  readonly indent?: number;
}

interface Result {
  readonly sql: string;
  readonly changed: boolean;
  readonly note?: string;
}

/** More would take the formatter many seconds. */
const MAX_FORMATTED = 64 * 1024;
/** What is nested deeply would take as long, and become mostly indentation. */
const MAX_DEPTH = 200;
const MAX_GROWTH = 8;

/** SQL laid out to be read; what it means does not change. */
export const formatSql = defineMethod<Params, Result>({
  name: 'format_sql',
  title: 'Format SQL',
  description:
    'Lays SQL out to be read: one clause per line, indented. The result means the same to the parser and keeps all comments; ' +
    'where that cannot be, the text comes back unchanged with a note. Fails where the text is not SQL.',
  inputSchema: object(
    {
      sql: SQL,
      keyword_case: { enum: ['upper', 'lower', 'preserve'], default: 'preserve' },
      indent: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
    },
    ['keyword_case', 'indent'],
  ),
  outputSchema: object(
    { sql: TEXT, changed: FLAG, note: { ...TEXT, description: 'Why it is unchanged.' } },
    ['note'],
  ),
  async run(params) {
    await loadModule();
    const { sql } = params;
    const tree = await parsed(sql);
    if (sql.length > MAX_FORMATTED)
      return unchanged(sql, `longer than ${MAX_FORMATTED} characters: left as it is`);
    const formatted = formattedOf(params);
    if (formatted === undefined || !isSame(tree, sql, formatted))
      return unchanged(sql, 'it cannot be laid out without a change of its meaning: left as it is');
    return { sql: formatted, changed: formatted !== sql };
  },
  toText: ({ sql, note }) => (note === undefined ? sql : `${sql}\n-- ${note}`),
});

function unchanged(sql: string, note: string): Result {
  return { sql, changed: false, note };
}

async function parsed(sql: string): Promise<ParseResult> {
  try {
    return await beyondParser('params.sql', () => parseSync(sql));
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const source = new SourceText(sql);
    const at = error.sqlDetails?.cursorPosition;
    const place =
      at === undefined || at < 0 ? undefined : source.placeAt(source.offsetOfCharacter(at));
    const where = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
    throw sqlFun.INVALID_SQL(
      {
        ...{ target: 'statement', name: '', sqlstate: '42601' },
        ...(place !== undefined && { position: place.offset + 1 }),
      },
      { details: `${error.message}${where}`, cause: error },
    );
  }
}

/** Undefined where the formatter does not understand the text, or makes too much of it. */
function formattedOf({ sql, keyword_case = 'preserve', indent = 2 }: Params): string | undefined {
  if (depthOf(sql) > MAX_DEPTH) return undefined;
  try {
    const options = { keywordCase: keyword_case, tabWidth: indent };
    const formatted = format(sql, { language: 'postgresql', ...options });
    return formatted.length <= MAX_GROWTH * (sql.length + 1000) ? formatted : undefined;
  } catch {
    return undefined; // it knows less of SQL than the parser does, and its stack is smaller
  }
}

/** How deep parentheses are nested, at most: those in texts count as well. */
function depthOf(sql: string): number {
  let [depth, most] = [0, 0];
  for (const character of sql) {
    if (character === '(' || character === '[') most = Math.max(most, ++depth);
    else if (character === ')' || character === ']') depth--;
  }
  return most;
}

function isSame(tree: ParseResult, sql: string, formatted: string): boolean {
  try {
    return isSameSql(tree, sql, formatted);
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}
