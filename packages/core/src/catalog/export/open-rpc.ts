import type { CatalogInfo } from '../define-catalog.js';
import type { ExportedSchema } from './field-schema.js';
import { dataSchema, type DataLayout } from './json-schema.js';

export interface OpenRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly $ref: string };
}

/** The part of an OpenRPC document that methods point to: `{"$ref": "#/components/errors/NOT_FOUND"}`. */
export interface OpenRpcErrors {
  readonly components: {
    readonly errors: Readonly<Record<string, OpenRpcError>>;
    readonly schemas: Readonly<Record<string, ExportedSchema>>;
  };
}

/** The failures of a catalog as OpenRPC components. OpenRPC is plain JSON-RPC, so the numbers are the declared ones. */
export function toOpenRpcErrors(catalog: CatalogInfo, layout: DataLayout = {}): OpenRpcErrors {
  const errors: [string, OpenRpcError][] = [];
  const schemas: [string, ExportedSchema][] = [];
  for (const definition of catalog.definitions) {
    const { reason, code, title } = definition;
    const schema = dataSchema(definition, layout);
    const hasData = 'properties' in schema;
    const name = `${reason}_DATA`;
    const data = { $ref: `#/components/schemas/${name}` };
    errors.push([reason, { code, message: title, ...(hasData && { data }) }]);
    if (hasData) schemas.push([name, schema]);
  }
  return {
    components: { errors: Object.fromEntries(errors), schemas: Object.fromEntries(schemas) },
  };
}
