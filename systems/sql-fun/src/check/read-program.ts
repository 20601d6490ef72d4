import { nextToken, splitStatements } from '../text/index.js';
import { findTemplates } from './find-templates.js';
import type { Unit } from './read-script.js';

/** Words that a statement begins with. `SET` and `DO` are left out: in a template they are parts of UPDATE and ON CONFLICT. */
const BEGINNINGS = new Set(
  (
    'select insert update delete merge with values table create alter drop truncate explain copy declare prepare execute comment ' +
    'grant revoke refresh call lock begin start commit rollback savepoint release analyze vacuum reindex cluster notify listen'
  ).split(' '),
);

/** The templates of a program that are whole statements, and how many are only a part of one. */
export function readProgram(text: string, tags: readonly string[]) {
  const templates = findTemplates(text, tags);
  const whole = templates.filter(({ replaced }) => isStatement(replaced.text));
  const units = whole.map(({ replaced, expressions }): Unit => {
    const parameters = expressions.map((name, index) => ({ number: index + 1, name }));
    const starts = splitStatements(replaced.text).map(({ start }) => replaced.original(start));
    return { replaced, statements: starts.map((start) => ({ start, parameters })) };
  });
  return { units, fragments: templates.length - units.length };
}

function isStatement(sql: string): boolean {
  let token = nextToken(sql, 0);
  while (sql[token.start] === '(') token = nextToken(sql, token.end);
  return BEGINNINGS.has(sql.slice(token.start, token.end).toLowerCase());
}
