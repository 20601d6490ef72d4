import type { Exposure, ExposureRules } from './exposure.js';
import { parseExposePattern } from './expose-pattern.js';

/** `*` does not mean PostgreSQL's own schemas, nor ours: these are exposed by name. */
const SYSTEM = new Set(['pg_catalog', 'information_schema', 'pg_toast', 'sql_fun_stub']);

type Columns = '*' | ReadonlySet<string>;

/**
 * Makes rules ready to be asked. Of several patterns for one relation the most specific one counts: `sales.orders`, then
 * `orders`, then `sales.*`, then `*`. A pattern without columns hides what it names.
 */
export function createExposure(rules: ExposureRules, path: readonly string[]): Exposure {
  const relations = new Map<string, Map<string, Columns>>();
  const anywhere = new Map<string, Columns>();
  const schemas = new Map<string, Columns>();
  let all: Columns | undefined;
  for (const [pattern, { columns }] of Object.entries(rules.expose)) {
    const parsed = parseExposePattern(pattern);
    if (parsed === undefined) throw new TypeError(`not a pattern of mcp.expose: ${pattern}`);
    const { schema, name } = parsed;
    const seen: Columns = columns === '*' ? columns : new Set(columns);
    if (schema !== undefined && name !== undefined) {
      relations.set(schema, (relations.get(schema) ?? new Map<string, Columns>()).set(name, seen));
    } else if (name !== undefined) anywhere.set(name, seen);
    else if (schema !== undefined) schemas.set(schema, seen);
    else all = seen;
  }

  const onPath = new Set(path);
  const ofSchema = (schema: string) =>
    schemas.get(schema) ?? (SYSTEM.has(schema) ? undefined : all);
  const columnsOf = (schema: string, name: string): Columns | undefined =>
    relations.get(schema)?.get(name) ??
    (onPath.has(schema) ? anywhere.get(name) : undefined) ??
    ofSchema(schema);
  const rulesWithin = (schema: string): Columns[] => [
    ...(relations.get(schema)?.values() ?? []),
    ...(onPath.has(schema) ? anywhere.values() : []),
  ];

  return {
    schema: (schema) => [ofSchema(schema), ...rulesWithin(schema)].some(isSeen),
    everythingOf: (schema) =>
      [ofSchema(schema), ...rulesWithin(schema)].every((one) => one === '*'),
    relation: (schema, name) => isSeen(columnsOf(schema, name)),
    column(schema, name, column) {
      const columns = columnsOf(schema, name);
      return columns === '*' || columns?.has(column) === true;
    },
    allColumns: (schema, name) => columnsOf(schema, name) === '*',
  };
}

function isSeen(columns: Columns | undefined): boolean {
  return columns !== undefined && (columns === '*' || columns.size > 0);
}
