import type { Node, SelectStmt } from 'libpg-query';
import { resolveType } from './expressions/index.js';
import { builtIn, withoutUnknowns } from './built-in.js';
import { isRelation } from './find-relation.js';
import { madeByCreate, madeOf, type MadeRelations } from './made-relations.js';
import { NO_ROWS, type Rows } from './rows.js';
import type { StatementSession } from './session.js';
import { analyzer } from './statement-analyzer.js';
import { statementKind } from './statement-kind.js';
import {
  changedRelation,
  checkCommented,
  checkCopy,
  checkIndex,
  isRelationObject,
  rangeOf,
} from './utility.js';

/** Analyses one statement; what it makes is noted for the statements after it. */
export function statementRows(node: Node, session: StatementSession, made: MadeRelations): Rows {
  return (
    queryRows(node, session, made) ??
    definitionRows(node, session, made) ??
    otherRows(node, session, made)
  );
}

/** Statements that are queries. */
function queryRows(node: Node, session: StatementSession, made: MadeRelations): Rows | undefined {
  const within = { session, outer: undefined, ctes: undefined };
  if ('SelectStmt' in node) {
    const rows = withoutUnknowns(analyzer.query(node, within), session);
    const into = intoOf(node.SelectStmt);
    if (!into) return rows;
    made.add(into.rel, madeOf(rows, into.colNames), session);
    return NO_ROWS;
  }
  if ('InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node || 'MergeStmt' in node) {
    return withoutUnknowns(analyzer.query(node, within), session);
  }
  return undefined;
}

/** INTO is written in the first of the queries that a set operation joins. */
function intoOf(select: SelectStmt): SelectStmt['intoClause'] {
  let at = select;
  while (at.larg) at = at.larg;
  return at.intoClause;
}

/** Statements that have a query in them. */
function definitionRows(
  node: Node,
  session: StatementSession,
  made: MadeRelations,
): Rows | undefined {
  const inner = (query: Node | undefined): Rows =>
    query ? session.deeper(() => statementRows(query, session, made)) : NO_ROWS;
  if ('CreateTableAsStmt' in node) {
    const { query, into } = node.CreateTableAsStmt;
    made.add(into?.rel, madeOf(inner(query), into?.colNames), session);
    return NO_ROWS;
  }
  if ('ViewStmt' in node) {
    const { query, view, aliases } = node.ViewStmt;
    made.add(view, madeOf(inner(query), aliases), session);
    return NO_ROWS;
  }
  if ('ExplainStmt' in node) {
    inner(node.ExplainStmt.query);
    return {
      outputs: [
        { name: 'QUERY PLAN', type: planType(node.ExplainStmt.options, session), typmod: -1 },
      ],
      open: false,
    };
  }
  if ('PrepareStmt' in node) {
    const { argtypes = [], query } = node.PrepareStmt;
    for (const [i, type] of argtypes.entries()) {
      const use = 'TypeName' in type ? resolveType(type.TypeName, session) : undefined;
      if (use) session.settle(i + 1, use.type);
    }
    inner(query);
    return NO_ROWS;
  }
  if ('DeclareCursorStmt' in node) {
    inner(node.DeclareCursorStmt.query);
    return NO_ROWS;
  }
  if ('CopyStmt' in node) {
    if (node.CopyStmt.query) inner(node.CopyStmt.query);
    else checkCopy(node.CopyStmt, session, analyzer);
    return NO_ROWS;
  }
  return undefined;
}

function planType(options: readonly Node[] | undefined, session: StatementSession) {
  for (const node of options ?? []) {
    if (!('DefElem' in node) || node.DefElem.defname !== 'format') continue;
    const { arg } = node.DefElem;
    const format = arg && 'String' in arg ? arg.String.sval?.toLowerCase() : undefined;
    if (format === 'json' || format === 'xml') return builtIn(format, session);
  }
  return builtIn('text', session);
}

/** Statements of which only the relations are looked at, or nothing. */
function otherRows(node: Node, session: StatementSession, made: MadeRelations): Rows {
  if ('DropStmt' in node && isRelationObject(node.DropStmt.removeType)) {
    const { objects = [], removeType, missing_ok } = node.DropStmt;
    for (const object of objects) changedRelation(rangeOf(object), session, removeType, missing_ok);
  } else if ('AlterTableStmt' in node && isRelationObject(node.AlterTableStmt.objtype)) {
    const { relation, objtype, missing_ok } = node.AlterTableStmt;
    changes(relation, changedRelation(relation, session, objtype, missing_ok), session, made);
  } else if ('RenameStmt' in node && node.RenameStmt.relation) {
    const { relation, renameType, missing_ok, newname } = node.RenameStmt;
    const found = changedRelation(relation, session, renameType, missing_ok);
    if (isRelationObject(renameType) && newname !== undefined) {
      made.add({ ...relation, relname: newname }, { outputs: [], open: true }, session);
    } else changes(relation, found, session, made);
  } else if ('TruncateStmt' in node) {
    for (const each of node.TruncateStmt.relations ?? []) {
      if ('RangeVar' in each) changedRelation(each.RangeVar, session);
    }
  } else if ('RefreshMatViewStmt' in node) {
    changedRelation(node.RefreshMatViewStmt.relation, session, 'OBJECT_MATVIEW');
  } else if ('CommentStmt' in node && isRelationObject(node.CommentStmt.objtype)) {
    changedRelation(rangeOf(node.CommentStmt.object), session, node.CommentStmt.objtype);
  } else if ('CommentStmt' in node && node.CommentStmt.objtype === 'OBJECT_COLUMN') {
    if (node.CommentStmt.object) checkCommented(node.CommentStmt.object, session, analyzer);
  } else if ('IndexStmt' in node) checkIndex(node.IndexStmt, session, analyzer);
  else if (!isSilent(node)) {
    if ('CreateStmt' in node) {
      const { relation, tableElts, inhRelations, ofTypename } = node.CreateStmt;
      made.add(relation, madeByCreate(tableElts, !inhRelations && !ofTypename, session), session);
    }
    const name = statementKind(node);
    const message = `Statements of this kind (${name}) are not checked.`;
    session.report({ code: 'unresolved', target: 'sql', name, message });
  }
  return NO_ROWS;
}

/** A table that is altered may have other columns afterwards. */
function changes(
  range: Parameters<MadeRelations['add']>[0],
  found: ReturnType<typeof changedRelation>,
  session: StatementSession,
  made: MadeRelations,
): void {
  if (session.exposure || !found) return;
  const relation = isRelation(found) ? found : found.relation;
  const outputs = isRelation(found) ? [] : found.outputs;
  made.add(range, { outputs, open: true, ...(relation && { relation }) }, session);
}

/** There is nothing in them that could be wrong. */
function isSilent(node: Node): boolean {
  return 'TransactionStmt' in node || 'VariableSetStmt' in node || 'VariableShowStmt' in node;
}
