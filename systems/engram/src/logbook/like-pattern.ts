const MAX_TERMS = 8;
const MAX_LENGTH = 100;

/** The words of a query as patterns for `like … escape '\'`: a text that holds one of them is a hit. */
export function likePatterns(query: string): readonly string[] {
  return query
    .replaceAll('\0', '')
    .split(/\s+/u)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS)
    .map(
      (term) =>
        `%${Array.from(term)
          .slice(0, MAX_LENGTH)
          .join('')
          .replace(/[\\%_]/g, '\\$&')}%`,
    );
}
