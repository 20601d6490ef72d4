import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Node } from 'libpg-query';
import type { Catalog } from '../catalog/index.js';
import type { Database } from '../databases/index.js';
import { definitionOf } from '../dump/index.js';
import { findHidden, hiddenName, type HiddenName, type NameRules } from '../exposure/index.js';
import { analyze, type Analysis, type Lock } from '../query/index.js';
import { closest, splitName } from '../text/index.js';
import { beyondParser } from './beyond-parser.js';
import type { LoadedSchema, MethodContext } from './context.js';
import { didYouMean } from './did-you-mean.js';

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
  return beyondParser(parameter, () =>
    analyze(text, {
      ...{ postgres, catalog, path, verdictOnly },
      unknownExtensions: dump.unknownExtensions,
      isStubView: (oid) => stubViews.has(oid),
      define: (sql, node) => definitionOf(node as Node, sql),
      ...(version !== undefined && { version }),
      ...(exposure && {
        lock: lockOf({ exposure, path }, database),
        hiddenColumns: ({ schema, name }) => !exposure.allColumns(schema, name),
      }),
    }),
  );
}

function lockOf(rules: NameRules, { types, catalog }: Database): Lock {
  const made = new Set<string>();
  const refused = (hidden: HiddenName, meant: readonly string[]) => {
    const details = `MCP not allowed: ${hidden.target} ${hidden.name}${didYouMean(meant)}`;
    return sqlFun.MCP_NOT_ALLOWED(hidden, meant.length === 0 ? undefined : { details });
  };
  return {
    statement(sql) {
      const hidden = findHidden(sql, { ...rules, types, made });
      if (hidden === undefined) return;
      throw refused(
        hidden,
        hidden.target === 'column' ? columnsLike(hidden.name, sql, catalog) : [],
      );
    },
    missing(node, meant) {
      const hidden = hiddenName(node, rules);
      if (hidden !== undefined) throw refused(hidden, meant);
    },
  };
}

/** Columns of the tables that a statement names. The catalog of MCP has only those that may be seen. */
function columnsLike(name: string, sql: string, catalog: Catalog): readonly string[] {
  const columns = [...catalog.relations]
    .filter((relation) => relation.kind !== 'system_relation' && sql.includes(relation.name))
    .flatMap((relation) => relation.columns.map((column) => column.name));
  return closest(splitName(name)?.at(-1)?.text ?? name, new Set(columns));
}
