import { defineMethod } from './define-method.js';
import { FLAG, list, object, SCHEMA_ID, SQL } from './json-schemas.js';
import { analysisText } from './analysis-text.js';
import { analyzeText } from './analyze-text.js';
import { invalidParameter, missingParameter } from './params.js';
import { readQueryFile } from './query-file.js';
import { TOLD_STATEMENT, toldAnalysis, type ToldAnalysis } from './told-analysis.js';

interface Params {
  readonly sql?: string;
  readonly file?: string;
  readonly schema?: string;
}

/** All that can be said of a query without running it. */
export const analyzeQuery = defineMethod<Params, ToldAnalysis>({
  name: 'analyze_query',
  title: 'Analyse a query',
  description:
    'Tells all about SQL without running it, statement by statement: columns of the result with types, tables and columns ' +
    'that are read and written, parameters ($1) with types, and every problem with its place and what may have been meant. ' +
    'Use it to write or correct a query. Takes the text (sql) or a file of the project (file).',
  inputSchema: object(
    {
      sql: SQL,
      file: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'In place of sql: the path of a file, relative to the folder of the project.',
      },
      schema: SCHEMA_ID,
    },
    ['sql', 'file', 'schema'],
  ),
  outputSchema: object({
    valid: { ...FLAG, description: 'No errors; warnings and notes may remain.' },
    statements: list(TOLD_STATEMENT),
  }),
  async run({ sql, file, schema: id }, context) {
    if (sql !== undefined && file !== undefined)
      throw invalidParameter('params.file', 'params.sql and params.file exclude each other');
    if (sql === undefined && file === undefined)
      throw missingParameter('params.sql', 'params.sql or params.file is needed');
    const loaded = await context.schema(id);
    const text = sql ?? (await readQueryFile(file!, context));
    const parameter = sql === undefined ? 'params.file' : 'params.sql';
    const analysis = await analyzeText(text, parameter, loaded, context);
    // Of a file, MCP is told what is wrong with it, not what is in it.
    return toldAnalysis(analysis, {
      excerpts: sql !== undefined || context.exposure === undefined,
    });
  },
  toText: analysisText,
});
