import { align } from '../text/index.js';
import { defineMethod } from './define-method.js';
import { COUNT, FLAG, list, object, SCHEMA_ID } from './json-schemas.js';
import { countKinds, type Counts } from '../catalog/index.js';
import type { LoadedSchema, MethodContext } from './context.js';
import { LEFT_OUT, type ToldLeftOut } from './left-out.js';
import { COUNTS, countsText } from './select-schema.js';
import { visibleObjects } from './visible-objects.js';

interface Result {
  readonly valid: boolean;
  readonly counts: Counts;
  readonly problems: readonly ToldLeftOut[];
  /** Of all, where not all are told. */
  readonly problems_total: number;
}

const MAX_PROBLEMS = 500;

/** What is wrong with a schema although it can be read. */
export const validateSchema = defineMethod<{ schema?: string }, Result>({
  name: 'validate_schema',
  title: 'Check a schema',
  description:
    'Checks the dump of a database: views that do not resolve, foreign keys to missing tables, unknown types, duplicates, ' +
    'and what was left out. A dump that cannot be parsed is an error with the line. Use it when answers about a schema ' +
    'look incomplete.',
  inputSchema: object({ schema: SCHEMA_ID }, ['schema']),
  outputSchema: object({
    valid: FLAG,
    counts: COUNTS,
    problems: list(LEFT_OUT),
    problems_total: { ...COUNT, description: `At most ${MAX_PROBLEMS} are listed.` },
  }),
  async run({ schema: id }, context) {
    const loaded = await context.schema(id);
    const problems = problemsOf(loaded, context);
    return {
      valid: problems.every(({ severity }) => severity !== 'error'),
      counts: countKinds(await visibleObjects(loaded, context)),
      problems: problems.slice(0, MAX_PROBLEMS),
      problems_total: problems.length,
    };
  },
  toText({ valid, counts, problems, problems_total: total }) {
    const head = `${valid ? 'Valid' : 'Not valid'}: ${countsText(counts)}.`;
    const rows = problems.map(({ severity, message, name = '', line }) => [
      line === undefined ? '' : `line ${line}`,
      severity,
      name,
      message,
    ]);
    const rest = total > problems.length ? [`… ${total} problems in all`] : [];
    return [head, ...(rows.length > 0 ? [align(rows)] : []), ...rest].join('\n');
  },
});

/** MCP learns which visible columns have no known type, and nothing else of the dump. */
function problemsOf({ database }: LoadedSchema, context: MethodContext): readonly ToldLeftOut[] {
  if (context.exposure === undefined) return database.dump.leftOut;
  return [...database.catalog.relations].flatMap(({ schema, name, kind, columns }) =>
    columns
      .filter(({ unresolved }) => unresolved && kind !== 'index')
      .map((column) => ({
        severity: 'note' as const,
        name: `${schema}.${name}.${column.name}`,
        message: 'The type of this column is not known here.',
      })),
  );
}
