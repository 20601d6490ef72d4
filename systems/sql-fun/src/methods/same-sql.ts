import { isDeepStrictEqual } from 'node:util';
import { parseSync, scanSync, type ParseResult } from 'libpg-query';

/** Whether two texts of SQL mean the same to the parser, and have the same comments. */
export function isSameSql(a: ParseResult, textOfA: string, textOfB: string): boolean {
  const b = parseSync(textOfB);
  return isSameTree(a, b) && isDeepStrictEqual(commentsOf(textOfA), commentsOf(textOfB));
}

function isSameTree(a: ParseResult, b: ParseResult): boolean {
  try {
    return withoutPlaces(a) === withoutPlaces(b);
  } catch (error) {
    if (error instanceof RangeError) return false; // too deep to be compared
    throw error;
  }
}

const PLACE = /(?:^|_)(?:location|stmt_len|list_start|list_end)$/;

function withoutPlaces(tree: ParseResult): string {
  return JSON.stringify(tree, (key, value: unknown) => (PLACE.test(key) ? undefined : value));
}

/** Comments without the white space that indentation changes. */
function commentsOf(text: string): readonly string[] {
  if (!text.includes('--') && !text.includes('/*')) return [];
  return scanSync(text)
    .tokens.filter(({ tokenName }) => tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT')
    .map((token) => token.text.replaceAll(/\s+/g, ' ').trim());
}
