import { sqlFun } from '@errata/catalogs/sql-fun';
import type { Node } from 'libpg-query';
import type { CatalogRelation, DatabaseCatalog } from '../catalog/catalog.js';
import type { Database } from '../databases/open-database.js';
import { definitionOf } from '../dump/load-dump.js';
import { findHidden, hiddenName, type HiddenName } from '../exposure/find-hidden.js';
import type { Exposure } from '../policy/exposure.js';
import type { Analysis, Lock, QueryProblem } from '../query/analysis.js';
import type { StatementAnalysis, Touched } from '../query/analysis.js';
import { analyze } from '../query/analyze.js';
import { align } from '../text/cells.js';
import { closest } from '../text/names.js';
import { beyondParser, invalidParameter, lastPart } from './faults.js';
import { missingParameter, problemFault, sentence, withAdvice } from './faults.js';
import * as t from './json-schemas.js';
import { defineMethod, type LoadedSchema, type MethodContext } from './method.js';
import { readQueryFile } from './query-file.js';

const PROBLEM = t.object({
  code: t.text(),
  severity: t.oneOf(
    ['error', 'warning', 'note'],
    'An error is wrong; a warning is valid SQL that is likely a mistake; a note could not be checked.',
  ),
  'reason?': t.text('The name of the failure that validate_query answers with.'),
  'sqlstate?': t.text("PostgreSQL's code, such as 42703."),
  target: t.text('What kind of thing it is about: table, column, …'),
  ...t.texts('name', 'message'),
  'table?': t.text('The table of a column that is missing.'),
  'did_you_mean?': t.NAMES,
  'line?': t.count('From 1.'),
  'column?': t.count('From 1.'),
  'excerpt?': t.text('The line, with a caret under the place.'),
});

function problemData(problem: QueryProblem): t.TypeOf<typeof PROBLEM> {
  const { didYouMean = [], place, excerpt, ...rest } = problem;
  const did_you_mean = didYouMean.length > 0 ? didYouMean : undefined;
  return { ...rest, did_you_mean, line: place?.line, column: place?.column, excerpt };
}

function problemText(problem: t.TypeOf<typeof PROBLEM>): string {
  const { severity, message, line, column, excerpt, did_you_mean: meant } = problem;
  const where = line === undefined ? '' : ` (line ${line}, column ${column})`;
  const head = `${severity}: ${sentence(message, where, meant)}`;
  return excerpt === undefined ? head : `${head}\n${excerpt}`;
}

const ofSeverity = (problems: readonly QueryProblem[], wanted: QueryProblem['severity']) =>
  problems.filter(({ severity }) => severity === wanted).map(problemData);

export const validateQuery = defineMethod({
  name: 'validate_query',
  title: 'Check a query',
  description:
    'Checks SQL against the schema without running it: syntax, names of tables, columns and functions, types. Fails with the first problem; use it as the last check of a query. analyze_query returns all problems at once, and the types of the result.',
  inputSchema: t.object({ sql: t.SQL, 'schema?': t.SCHEMA_ID }),
  outputSchema: t.object({
    valid: { const: true },
    statements: t.list(t.object({ kind: t.text() })),
    unresolved: t.list(PROBLEM, 'What could not be checked.'),
    warnings: t.list(PROBLEM, 'Valid SQL that is likely a mistake.'),
  }),
  async run({ sql, schema: id }, context) {
    const loaded = await context.schema(id);
    const { statements } = await analyzeText(sql, 'params.sql', loaded, context, true);
    const problems = statements.flatMap((statement) => statement.problems);
    const first = problems.find(({ severity }) => severity === 'error');
    if (first !== undefined) throw problemFault(first, 'params.sql', loaded.id);
    return {
      valid: true,
      statements: statements.map(({ kind }) => ({ kind })),
      unresolved: ofSeverity(problems, 'note'),
      warnings: ofSeverity(problems, 'warning'),
    };
  },
  toText({ statements, unresolved, warnings }) {
    const kinds = statements.map(({ kind }) => kind).join(', ') || 'no statement';
    return [`Valid: ${kinds}.`, ...[...warnings, ...unresolved].map(problemText)].join('\n');
  },
});

const TOUCHED = t.list(t.object({ ...t.texts('namespace', 'name'), columns: t.NAMES }));
const TYPE = t.text("PostgreSQL's spelling; missing where it is not known.");
const NULLABLE = 'false: it is never NULL; unknown: that could not be proved.';
const COLUMN = t.object({
  ...{ name: t.text(), 'type?': TYPE, nullable: t.oneOf([true, false, 'unknown'], NULLABLE) },
});

const STATEMENT = t.object({
  kind: t.text(),
  columns: t.list(COLUMN, 'Of the result.'),
  reads: TOUCHED,
  writes: TOUCHED,
  parameters: t.list(t.object({ number: t.count(), 'type?': TYPE })),
  problems: t.list(PROBLEM),
});

const IN_PLACE = 'In place of sql: the path of a file, relative to the folder of the project.';

export const analyzeQuery = defineMethod({
  name: 'analyze_query',
  title: 'Analyse a query',
  description:
    'Analyzes SQL without running it, statement by statement: columns of the result with types, tables and columns that are read and written, parameters ($1) with types, and every problem with its place and a suggestion. Use it to write or correct a query. Takes the text (sql) or a file of the project (file).',
  inputSchema: t.object({
    'sql?': t.SQL,
    'file?': t.param(4096, IN_PLACE),
    'schema?': t.SCHEMA_ID,
  }),
  outputSchema: t.object({
    valid: t.flag('No errors; warnings and notes may remain.'),
    statements: t.list(STATEMENT),
  }),
  async run({ sql, file = '', schema: id }, context) {
    if (sql !== undefined && file !== '')
      throw invalidParameter('params.file', 'params.sql and params.file exclude each other');
    if (sql === undefined && file === '')
      throw missingParameter('params.sql', 'params.sql or params.file is needed');
    const loaded = await context.schema(id);
    const query = sql ?? (await readQueryFile(file, context));
    const parameter = sql === undefined ? 'params.file' : 'params.sql';
    const { statements } = await analyzeText(query, parameter, loaded, context);
    const problems = statements.flatMap((statement) => statement.problems);
    // MCP gets the problems of a file, not its contents.
    const hasExcerpts = sql !== undefined || context.exposure === undefined;
    return {
      valid: problems.every(({ severity }) => severity !== 'error'),
      statements: statements.map((statement) => statementData(statement, hasExcerpts)),
    };
  },
  toText({ statements }) {
    if (statements.length === 0) return 'There is no statement in it.';
    const numberOf = (index: number) => (statements.length > 1 ? `${index + 1}. ` : '');
    return statements.map((one, index) => `${numberOf(index)}${statementText(one)}`).join('\n\n');
  },
});

function statementData(statement: StatementAnalysis, hasExcerpts: boolean) {
  const { kind, columns, reads, writes, parameters, problems } = statement;
  const touched = ({ schema: namespace, name, columns }: Touched) => ({ namespace, name, columns });
  return {
    ...{ kind, columns, parameters, reads: reads.map(touched), writes: writes.map(touched) },
    problems: problems.map((problem) => {
      const { excerpt, ...rest } = problemData(problem);
      return hasExcerpts ? { ...rest, excerpt } : rest;
    }),
  };
}

function statementText(statement: t.TypeOf<typeof STATEMENT>): string {
  const { kind, problems, columns, parameters, reads, writes } = statement;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const verdict = `${errors === 0 ? 'no' : errors} error${errors === 1 ? '' : 's'}`;
  const typeText = (type = '(type not known)') => type;
  const touchedRow = (one: (typeof reads)[number]) => [
    ...[`  ${one.namespace}.${one.name}`, one.columns.join(', ')],
  ];
  const sections: Readonly<Record<string, readonly (readonly string[])[]>> = {
    Columns: columns.map(({ name, type, nullable }) => [
      ...[`  ${name}`, typeText(type), nullable === false ? 'not null' : ''],
    ]),
    Parameters: parameters.map(({ number, type }) => [`  $${number}`, typeText(type)]),
    Reads: reads.map(touchedRow),
    Writes: writes.map(touchedRow),
  };
  return [
    `${kind}: ${verdict}`,
    ...problems.map(problemText),
    ...Object.entries(sections).flatMap(([title, rows]) =>
      rows.length === 0 ? [] : [`${title}:`, align(rows)],
    ),
  ].join('\n');
}

/** Asks PostgreSQL about a text. What MCP may not see is refused, whether it exists or not. */
async function analyzeText(
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
      ...{ postgres, catalog, path, version, verdictOnly },
      unknownExtensions: dump.unknownExtensions.filter(
        (name) => exposure?.everythingOf(dump.extensionSchemas[name]!) ?? true,
      ),
      isStubView: (oid) => stubViews.has(oid),
      define(sql, node) {
        added += columnsAdded(node as Node);
        return exposure && added > MOST_ADDED ? undefined : definitionOf(node as Node, sql);
      },
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
    const what = `MCP not allowed: ${hidden.target} ${hidden.name}`;
    return sqlFun.MCP_NOT_ALLOWED(hidden, meant.length === 0 ? undefined : withAdvice(what, meant));
  };
  const hides = ({ kind, schema, name }: CatalogRelation) =>
    /(?:table|view)$/.test(kind) && !exposure.allColumns(schema, name);
  return {
    statement(sql, path) {
      const hidden = findHidden(sql, { exposure, path, types, made });
      if (hidden === undefined) return;
      const isColumn = hidden.target === 'column';
      throw refused(hidden, isColumn ? columnsLike(hidden.name, sql, catalog) : []);
    },
    missing(found, path, meant) {
      const { error, node, table, name } = found;
      // Which type a field was looked for in is not known here: it may be the row of a table with hidden columns.
      const isMeant = (one: CatalogRelation) => error.ofType === true || one.name === table;
      const isField = error.ofType === true || node?.kind !== 'ColumnRef';
      const isHidden = isField && [...catalog.relations].some((one) => isMeant(one) && hides(one));
      const field = isHidden ? { target: 'column', name } : undefined;
      const hidden = field ?? hiddenName(found, { exposure, path });
      if (hidden !== undefined) throw refused(hidden, meant);
    },
  };
}

/** Columns of the tables that a statement names. The catalog of MCP has only those that may be seen. */
function columnsLike(name: string, sql: string, catalog: DatabaseCatalog): readonly string[] {
  const columns = [...catalog.relations]
    .filter((relation) => relation.kind !== 'system_relation' && sql.includes(relation.name))
    .flatMap((relation) => relation.columns.map((column) => column.name));
  return closest(lastPart(name), new Set(columns));
}
