import { splitName } from '../text/names.js';

/** What MCP may see. Without one, everything is seen. Plain data: it goes to the worker as JSON. */
export interface ExposureRules {
  /** By pattern: `*`, `sales.*`, `sales.orders`, or `orders` in any schema of the search path. */
  readonly expose: Readonly<Record<string, { readonly columns: '*' | readonly string[] }>>;
}

/** The same, ready to be asked. It knows names only: whether a thing exists makes no difference to the answer. */
export interface Exposure {
  schema(schema: string): boolean;
  /** Whether everything in a schema may be seen, so that a missing name may be called missing. */
  everythingOf(schema: string): boolean;
  relation(schema: string, name: string): boolean;
  column(schema: string, name: string, column: string): boolean;
  allColumns(schema: string, name: string): boolean;
}

/** `*` does not mean PostgreSQL's own schemas, nor ours: these are exposed by name. */
const SYSTEM = new Set(['pg_catalog', 'information_schema', 'pg_toast', 'sql_fun_stub']);

type Columns = '*' | ReadonlySet<string>;

/** A pattern of `[mcp.expose]`; what is undefined may be anything. A name without a schema is in any of the search path. */
interface ExposePattern {
  readonly schema?: string;
  readonly name?: string;
}

/** Reads `*`, `sales.*`, `sales.orders` or `orders`; undefined where it is none of these. */
export function parseExposePattern(text: string): ExposePattern | undefined {
  const [first, second, third] = splitName(text) ?? [];
  if (first === undefined || third !== undefined) return undefined;
  const star = ({ text, quoted }: typeof first) => text === '*' && !quoted;
  const isWild = (part: typeof first) => !star(part) && !part.quoted && part.text.includes('*');
  if (isWild(first)) return undefined;
  if (second === undefined) return star(first) ? {} : { name: first.text };
  if (star(first) || isWild(second)) return undefined;
  return star(second) ? { schema: first.text } : { schema: first.text, name: second.text };
}

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

  const isSeen = (columns: Columns | undefined) =>
    columns !== undefined && (columns === '*' || columns.size > 0);
  const onPath = (schema: string) => (path.includes(schema) ? anywhere : undefined);
  const ofSchema = (schema: string) =>
    schemas.get(schema) ?? (SYSTEM.has(schema) ? undefined : all);
  const columnsOf = (schema: string, name: string) =>
    relations.get(schema)?.get(name) ?? onPath(schema)?.get(name) ?? ofSchema(schema);
  const rulesFor = (schema: string) => [
    ofSchema(schema),
    ...(relations.get(schema)?.values() ?? []),
    ...(onPath(schema)?.values() ?? []),
  ];
  return {
    schema: (schema) => rulesFor(schema).some(isSeen),
    everythingOf: (schema) => rulesFor(schema).every((one) => one === '*'),
    relation: (schema, name) => isSeen(columnsOf(schema, name)),
    column(schema, name, column) {
      const columns = columnsOf(schema, name);
      return columns === '*' || columns?.has(column) === true;
    },
    allColumns: (schema, name) => columnsOf(schema, name) === '*',
  };
}
