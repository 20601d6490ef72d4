import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Node } from 'libpg-query';
import { definitionOf } from '../dump/index.js';
import { assertExposed, hiddenName } from '../exposure/index.js';
import type { Exposure } from '../policy/index.js';
import { analyze, type Analysis, type Lock } from '../query/index.js';
import { beyondParser } from './beyond-parser.js';
import type { LoadedSchema, MethodContext } from './context.js';

/** Asks PostgreSQL about a text. What MCP may not see is refused, whether it exists or not. */
export async function analyzeText(
  text: string,
  parameter: string,
  { database }: LoadedSchema,
  context: MethodContext,
  verdictOnly = false,
): Promise<Analysis> {
  const { postgres, catalog, dump, stubViews, types } = database;
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
        lock: lockOf(exposure, types),
        hiddenColumns: ({ schema, name }) => !exposure.allColumns(schema, name),
      }),
    }),
  );
}

/** A table takes 1,600 columns, and those that are hidden count: how many fit would tell how many there are. */
const MOST_ADDED = 100;

const columnsAdded = (node: Node): number =>
  'AlterTableStmt' in node
    ? (node.AlterTableStmt.cmds ?? []).filter(
        (one) => 'AlterTableCmd' in one && one.AlterTableCmd.subtype === 'AT_AddColumn',
      ).length
    : 0;

function lockOf(exposure: Exposure, types: ReadonlySet<string>): Lock {
  const made = new Set<string>();
  return {
    statement: (sql, path) => assertExposed(sql, { exposure, path, types, made }),
    missing(node, path) {
      const hidden = hiddenName(node, { exposure, path });
      if (hidden !== undefined) throw sqlFun.MCP_NOT_ALLOWED(hidden);
    },
  };
}
