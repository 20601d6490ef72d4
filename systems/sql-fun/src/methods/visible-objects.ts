import { objectsOf, SYSTEM_SCHEMAS, type CatalogObject } from '../catalog/index.js';
import type { LoadedSchema, MethodContext } from './context.js';

/** The schemas (namespaces) that may be seen. */
export function visibleNamespaces(
  { database }: LoadedSchema,
  { exposure }: Pick<MethodContext, 'exposure'>,
): readonly string[] {
  return [...database.catalog.schemas].filter(
    (name) => !SYSTEM_SCHEMAS.has(name) && (exposure?.schema(name) ?? true),
  );
}

/** The objects of a schema that may be seen. The database of MCP has no others, but for empty schemas. */
export async function visibleObjects(
  loaded: LoadedSchema,
  context: Pick<MethodContext, 'exposure'>,
): Promise<readonly CatalogObject[]> {
  const names = visibleNamespaces(loaded, context);
  const objects = await objectsOf(loaded.database.postgres);
  return objects.filter(({ namespace }) => names.includes(namespace));
}
