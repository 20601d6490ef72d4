import { splitName } from '../text/names.js';

/** What MCP may see. Without one, everything is seen. Plain data: it goes to the worker as JSON. */
export interface ExposureRules {
  /** By pattern: `*`, `sales.*`, `sales.orders`, or `orders` in any schema of the search path. */
  readonly expose: Readonly<Record<string, { readonly columns: '*' | readonly string[] }>>;
}

/** The rules as functions of names: whether a thing exists makes no difference. */
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

/** Reads `*`, `sales.*`, `sales.orders` or `orders`; undefined if it is none of these. */
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

/** The most specific pattern counts: `sales.orders`, `orders`, `sales.*`, `*`. A pattern without columns hides what it names. */
export function createExposure(rules: ExposureRules, path: readonly string[]): Exposure {
  const patterns = Object.entries(rules.expose).map(([pattern, { columns }]) => {
    const parsed = parseExposePattern(pattern);
    if (parsed === undefined) throw new TypeError(`not a pattern of mcp.expose: ${pattern}`);
    const seen: Columns = columns === '*' ? columns : new Set(columns);
    return { ...parsed, seen };
  });
  const keyOf = (schema?: string, name?: string) => JSON.stringify([schema, name]);
  const known = new Map(patterns.map(({ schema, name, seen }) => [keyOf(schema, name), seen]));
  const isSeen = (columns: Columns | undefined) =>
    columns !== undefined && (columns === '*' || columns.size > 0);
  const ofSchema = (schema: string) =>
    known.get(keyOf(schema)) ?? (SYSTEM.has(schema) ? undefined : known.get(keyOf()));
  const columnsOf = (schema: string, name: string) =>
    known.get(keyOf(schema, name)) ??
    (path.includes(schema) ? known.get(keyOf(undefined, name)) : undefined) ??
    ofSchema(schema);
  const rulesFor = (schema: string) => [
    ofSchema(schema),
    ...patterns
      .filter(({ name }) => name !== undefined)
      .filter((one) => (one.schema === undefined ? path.includes(schema) : one.schema === schema))
      .map(({ seen }) => seen),
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
