import { align } from '../text/index.js';
import { defineMethod } from './define-method.js';
import { COUNT, FLAG, list, object, SCHEMA_ID, TEXT } from './json-schemas.js';
import { schemaProblems, type ToldSchemaProblem } from './schema-problems.js';
import { COUNTS, countsText } from './select-schema.js';
import { viewProblems } from './view-problems.js';
import {
  countKinds,
  visibleNamespaces,
  visibleObjects,
  type ObjectKind,
} from './visible-objects.js';

interface Result {
  readonly valid: boolean;
  readonly counts: Readonly<Partial<Record<ObjectKind, number>>>;
  readonly problems: readonly ToldSchemaProblem[];
  /** Of all, where not all are told. */
  readonly problems_total: number;
}

const MAX_PROBLEMS = 500;

/** What is wrong with a schema although it can be read. */
export const validateSchema = defineMethod<{ schema?: string }, Result>({
  name: 'validate_schema',
  title: 'Check a schema',
  description:
    'Checks the dump of a database as such: views that do not resolve, foreign keys that lead nowhere, types that are not ' +
    'known, things that are there twice. A dump that cannot be parsed is an error with the line. Use it when answers about ' +
    'a schema look incomplete.',
  inputSchema: object({ schema: SCHEMA_ID }, ['schema']),
  outputSchema: object({
    valid: FLAG,
    counts: COUNTS,
    problems: list(
      object(
        {
          severity: { enum: ['error', 'note'] },
          message: TEXT,
          name: { ...TEXT, description: 'What it is about.' },
          line: { ...COUNT, description: 'Of the dump, from 1: where it begins.' },
        },
        ['name'],
      ),
    ),
    problems_total: { ...COUNT, description: `At most ${MAX_PROBLEMS} are told.` },
  }),
  async run({ schema: id }, context) {
    const { exposure } = context;
    const { schema } = await context.schema(id);
    const problems = [...schemaProblems(schema, exposure), ...viewProblems(schema, exposure)].sort(
      (a, b) => a.line - b.line,
    );
    const objects = visibleNamespaces(schema, exposure).flatMap((namespace) =>
      visibleObjects(namespace, exposure),
    );
    return {
      valid: problems.every(({ severity }) => severity !== 'error'),
      counts: countKinds(objects),
      problems: problems.slice(0, MAX_PROBLEMS),
      problems_total: problems.length,
    };
  },
  toText({ valid, counts, problems, problems_total: total }) {
    const head = `${valid ? 'Valid' : 'Not valid'}: ${countsText(counts)}.`;
    const rows = problems.map(({ severity, message, name = '', line }) => [
      `line ${line}`,
      severity,
      name,
      message,
    ]);
    const rest = total > problems.length ? [`… ${total} problems in all`] : [];
    return [head, ...(rows.length > 0 ? [align(rows)] : []), ...rest].join('\n');
  },
});
