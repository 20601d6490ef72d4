import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { loadParser } from '../analysis/index.js';
import { errorType } from '../policy/index.js';
import { align } from '../text/index.js';
import type { LoadedSchema, MethodContext } from './context.js';
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
const ATTEMPTS = 3;

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
          line: { ...COUNT, description: 'Of the dump, from 1.' },
        },
        ['name'],
      ),
    ),
    problems_total: { ...COUNT, description: `At most ${MAX_PROBLEMS} are told.` },
  }),
  async run({ schema: id }, context) {
    await loadParser();
    const { exposure } = context;
    const [{ schema }, text] = await withText(id, context);
    const problems = [
      ...schemaProblems(schema, exposure),
      ...viewProblems(schema, text, exposure),
    ].sort((a, b) => a.line - b.line);
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

/** A schema with the very text that it was read from. */
async function withText(
  id: string | undefined,
  context: MethodContext,
): Promise<readonly [LoadedSchema, string]> {
  for (let attempt = 1; ; attempt++) {
    const loaded = await context.schema(id);
    const { file } = loaded;
    const failure = (type: string, given: object) =>
      sqlFun.SCHEMA_IO_FAILURE({ target: 'schema_file', name: file, error_type: type }, given);
    const bytes = await readFile(file).catch((cause: unknown) => {
      throw failure(errorType(cause), { cause });
    });
    if (createHash('sha256').update(bytes).digest('hex') === loaded.sha256)
      return [loaded, bytes.toString().replace(/^\ufeff/, '')];
    if (attempt === ATTEMPTS)
      throw failure('EAGAIN', { details: 'the schema file changes while it is read' });
  }
}
