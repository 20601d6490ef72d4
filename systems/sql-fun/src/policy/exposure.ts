/** What MCP may see. Without one, everything is seen. Plain data: it goes to the worker as JSON. */
export interface ExposureRules {
  /** By pattern: `*`, `sales.*`, `sales.orders`, or `orders` in any schema of the search path. */
  readonly expose: Readonly<Record<string, { readonly columns: '*' | readonly string[] }>>;
}

/** The same, ready to be asked. It knows names only: whether a thing exists makes no difference to the answer. */
export interface Exposure {
  /** Whether anything in a schema may be seen. */
  schema(schema: string): boolean;
  /** Whether everything in a schema may be seen, so that a missing name may be called missing. */
  everythingOf(schema: string): boolean;
  relation(schema: string, name: string): boolean;
  /** Of a relation that may be seen. */
  column(schema: string, name: string, column: string): boolean;
  /** Whether all columns of a relation may be seen. */
  allColumns(schema: string, name: string): boolean;
}
