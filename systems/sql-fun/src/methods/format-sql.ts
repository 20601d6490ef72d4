import { isDeepStrictEqual } from 'node:util';
import { loadModule, parseSync, scanSync, SqlError, type ParseResult } from 'libpg-query';
import { format } from 'sql-formatter';
import { SourceText } from '../text/source-text.js';
import { beyondParser, problemFault } from './faults.js';
import * as t from './json-schemas.js';
import { defineMethod } from './method.js';

/** More would take the formatter many seconds. */
const MAX_FORMATTED = 64 * 1024;
/** What is nested deeply would take as long, and become mostly indentation. */
const MAX_DEPTH = 200;
const MAX_GROWTH = 8;

const PARAMS = t.object({
  sql: t.SQL,
  'keyword_case?': { ...t.oneOf(['upper', 'lower', 'preserve']), default: 'preserve' },
  'indent?': t.range(1, 8, 2),
});

export const formatSql = defineMethod({
  name: 'format_sql',
  title: 'Format SQL',
  description:
    'Formats SQL: one clause per line, indented. The result has the same meaning and keeps all comments. If that is not possible, the text comes back unchanged with a note. Fails if the text is not SQL.',
  inputSchema: PARAMS,
  outputSchema: t.object({
    ...{ sql: t.text(), changed: t.flag(), 'note?': t.text('Why it is unchanged.') },
  }),
  async run(params) {
    await loadModule();
    const { sql } = params;
    const unchanged = (note: string) => ({ sql, changed: false, note: `${note}: left as it is` });
    const tree = await parsed(sql);
    if (sql.length > MAX_FORMATTED) return unchanged(`longer than ${MAX_FORMATTED} characters`);
    const formatted = formattedOf(params);
    if (formatted === undefined || !isSame(tree, sql, formatted))
      return unchanged('it cannot be laid out without a change of its meaning');
    return { sql: formatted, changed: formatted !== sql };
  },
  toText: ({ sql, note }) => (note === undefined ? sql : `${sql}\n-- ${note}`),
});

async function parsed(sql: string): Promise<ParseResult> {
  try {
    return await beyondParser('params.sql', () => parseSync(sql));
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const source = new SourceText(sql);
    const at = error.sqlDetails?.cursorPosition ?? -1;
    const place = at < 0 ? undefined : source.placeAt(source.offsetOfCharacter(at));
    const about = { code: 'syntax', severity: 'error', target: 'statement', name: '' } as const;
    const { message } = error;
    const problem = { ...about, reason: 'INVALID_SQL', sqlstate: '42601', message, place } as const;
    throw problemFault(problem, 'params.sql', '');
  }
}

/** Undefined if the formatter does not understand the text, or makes it too long. */
function formattedOf(params: t.TypeOf<typeof PARAMS>): string | undefined {
  const { sql, keyword_case: keywordCase = 'preserve', indent: tabWidth = 2 } = params;
  if (depthOf(sql) > MAX_DEPTH) return undefined;
  try {
    const formatted = format(sql, { language: 'postgresql', keywordCase, tabWidth });
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
    const isSameTree = withoutPlaces(tree) === withoutPlaces(parseSync(formatted));
    return isSameTree && isDeepStrictEqual(commentsOf(sql), commentsOf(formatted));
  } catch (error) {
    // A RangeError: it is too deep to be compared.
    if (error instanceof SqlError || error instanceof RangeError) return false;
    throw error;
  }
}

const PLACE = /(?:^|_)(?:location|stmt_len|list_start|list_end)$/;

const withoutPlaces = (tree: ParseResult): string =>
  JSON.stringify(tree, (key, value: unknown) => (PLACE.test(key) ? undefined : value));

/** Comments without the white space that indentation changes. */
function commentsOf(text: string): readonly string[] {
  if (!text.includes('--') && !text.includes('/*')) return [];
  return scanSync(text)
    .tokens.filter(({ tokenName }) => tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT')
    .map((token) => token.text.replaceAll(/\s+/g, ' ').trim());
}
