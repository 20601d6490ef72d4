import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Node } from 'libpg-query';
import type { Catalog } from '../catalog/index.js';
import type { Database } from '../databases/index.js';
import { definitionOf } from '../dump/index.js';
import { findHidden, hiddenName, type HiddenName } from '../exposure/index.js';
import type { Exposure } from '../policy/index.js';
import { analyze, type Analysis, type Lock } from '../query/index.js';
import { closest } from '../text/index.js';
import { beyondParser, didYouMean, lastPart } from './faults.js';
import type { LoadedSchema, MethodContext } from './method.js';

/** Asks PostgreSQL about a text. What MCP may not see is refused, whether it exists or not. */
export async function analyzeText(
  text: string,
  parameter: string,
  { database }: LoadedSchema,
  context: MethodContext,
  verdictOnly = false,
): Promise<Analysis> {
  const { postgres, catalog, dump, stubViews } = database;
  const { path, exposure, serverVersion: version = dump.version } = context;
  let added = 0;
  return beyondParser(parameter, () =>
    analyze(text, {
      ...{ postgres, catalog, path, verdictOnly },
      unknownExtensions: dump.unknownExtensions.filter(
        (name) => exposure?.everythingOf(dump.extensionSchemas[name]!) ?? true,
      ),
      isStubView: (oid) => stubViews.has(oid),
      define(sql, node) {
        added += columnsAdded(node as Node);
        return exposure && added > MOST_ADDED ? undefined : definitionOf(node as Node, sql);
      },
      ...(version !== undefined && { version }),
      ...(exposure && {
        lock: lockOf(exposure, database),
        hiddenColumns: ({ schema, name }) => !exposure.allColumns(schema, name),
      }),
    }),
  );
}

/** A table takes 1,600 columns, and those that are hidden count: how many fit would tell how many there are. */
const MOST_ADDED = 100;

const isAdding = (command: Node): boolean =>
  'AlterTableCmd' in command && command.AlterTableCmd.subtype === 'AT_AddColumn';
const columnsAdded = (node: Node): number =>
  'AlterTableStmt' in node ? (node.AlterTableStmt.cmds ?? []).filter(isAdding).length : 0;

function lockOf(exposure: Exposure, { types, catalog }: Database): Lock {
  const made = new Set<string>();
  const refused = (hidden: HiddenName, meant: readonly string[]) => {
    const details = `MCP not allowed: ${hidden.target} ${hidden.name}${didYouMean(meant)}`;
    return sqlFun.MCP_NOT_ALLOWED(hidden, meant.length === 0 ? undefined : { details });
  };
  return {
    statement(sql, path) {
      const hidden = findHidden(sql, { exposure, path, types, made });
      if (hidden === undefined) return;
      const isColumn = hidden.target === 'column';
      throw refused(hidden, isColumn ? columnsLike(hidden.name, sql, catalog) : []);
    },
    missing(node, path, meant) {
      const hidden = hiddenName(node, { exposure, path });
      if (hidden !== undefined) throw refused(hidden, meant);
    },
  };
}

/** Columns of the tables that a statement names. The catalog of MCP has only those that may be seen. */
function columnsLike(name: string, sql: string, catalog: Catalog): readonly string[] {
  const columns = [...catalog.relations]
    .filter((relation) => relation.kind !== 'system_relation' && sql.includes(relation.name))
    .flatMap((relation) => relation.columns.map((column) => column.name));
  return closest(lastPart(name), new Set(columns));
}
