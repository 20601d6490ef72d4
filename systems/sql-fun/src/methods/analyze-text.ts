import type { Node } from 'libpg-query';
import { assertExposed } from '../exposure/index.js';
import { definitionOf } from '../dump/index.js';
import { analyze, type Analysis } from '../query/index.js';
import { beyondParser } from './beyond-parser.js';
import type { LoadedSchema, MethodContext } from './context.js';

/** Asks PostgreSQL about a text. What MCP may not see is refused before it is looked for. */
export async function analyzeText(
  text: string,
  parameter: string,
  { database }: LoadedSchema,
  { path, exposure, serverVersion }: MethodContext,
  verdictOnly = false,
): Promise<Analysis> {
  const { postgres, catalog, dump, stubViews } = database;
  const version = serverVersion ?? dump.version;
  return beyondParser(parameter, async () => {
    if (exposure !== undefined) assertExposed(text, { exposure, path });
    return analyze(text, {
      ...{ postgres, catalog, path, verdictOnly },
      unknownExtensions: dump.unknownExtensions,
      isStubView: (oid) => stubViews.has(oid),
      define: (sql, node) => definitionOf(node as Node, sql),
      ...(version !== undefined && { version }),
      ...(exposure && {
        hiddenColumns: ({ schema, name }) => !exposure.allColumns(schema, name),
      }),
    });
  });
}
