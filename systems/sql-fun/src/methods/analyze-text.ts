import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Node } from 'libpg-query';
import { definitionOf } from '../dump/index.js';
import { assertExposed, hiddenName, type NameRules } from '../exposure/index.js';
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
  return beyondParser(parameter, () =>
    analyze(text, {
      ...{ postgres, catalog, path, verdictOnly },
      unknownExtensions: dump.unknownExtensions,
      isStubView: (oid) => stubViews.has(oid),
      define: (sql, node) => definitionOf(node as Node, sql),
      ...(version !== undefined && { version }),
      ...(exposure && {
        lock: lockOf({ exposure, path }, types),
        hiddenColumns: ({ schema, name }) => !exposure.allColumns(schema, name),
      }),
    }),
  );
}

function lockOf(rules: NameRules, types: ReadonlySet<string>): Lock {
  const made = new Set<string>();
  return {
    statement: (sql) => assertExposed(sql, { ...rules, types, made }),
    missing(node) {
      const hidden = hiddenName(node, rules);
      if (hidden !== undefined) throw sqlFun.MCP_NOT_ALLOWED(hidden);
    },
  };
}
