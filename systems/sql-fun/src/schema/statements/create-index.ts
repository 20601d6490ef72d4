import type { IndexStmt } from 'libpg-query';
import { nextToken } from '../../text/index.js';
import { only } from '../ast.js';
import { chooseName } from '../draft/choose-name.js';
import type { Draft } from '../draft/draft.js';
import type { StatementSource } from '../reading/statement-source.js';
import { addIndex, columnsOf, expressionName } from './indexes.js';

export function createIndex(stmt: IndexStmt, draft: Draft, source: StatementSource): void {
  const { idxname, relation: range, indexParams, indexIncludingParams, if_not_exists } = stmt;
  const table = draft.relation(range);
  if (table === undefined) return;
  const { indexes } = draft.namespace(table.schema);
  const isTaken = (name: string) => draft.namespace(table.schema).isTaken(name);
  if (idxname !== undefined && indexes.has(idxname)) {
    if (if_not_exists !== true) draft.problem(`index "${idxname}" already exists`);
    return;
  }
  const elements = only('IndexElem', indexParams);
  const named = [...elements, ...only('IndexElem', indexIncludingParams)];
  const names = named.map(({ name, expr }) => name ?? expressionName(expr));
  const written = elements.some(({ name }) => name === undefined)
    ? source.listAfter(range?.location ?? 0)
    : [];
  const columns = elements.flatMap(({ name }, i) =>
    name === undefined
      ? [{ name: expressionIn(written[i] ?? '') }]
      : columnsOf(draft, table, [name]),
  );
  const name = idxname ?? chooseName(table.name, names, 'idx', isTaken);
  addIndex(draft, table, { name, unique: stmt.unique ?? false, columns });
}

/** The expression without what is said about its order. */
function expressionIn(written: string): string {
  let depth = 0;
  for (
    let token = nextToken(written, 0);
    token.kind !== 'end';
    token = nextToken(written, token.end)
  ) {
    const mark = token.kind === 'mark' ? written[token.start] : '';
    if (mark === '(') depth++;
    if (mark === ')' && --depth === 0) {
      return written.startsWith('(') ? written.slice(1, token.start) : written.slice(0, token.end);
    }
  }
  return written;
}
