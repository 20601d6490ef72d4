import type { Era } from '../../era/index.js';
import {
  resolveFields,
  type Definition,
  type Fields,
  type ResolvedField,
} from '../../fault/index.js';
import type { CatalogInfo } from '../define-catalog.js';
import { mergeFields, objectSchema, type ExportedSchema } from './field-schema.js';
import { numbersIn } from './numbers.js';

/** How a contract lays out `error.data`; a data shape fits as it is. */
export interface DataLayout {
  /** What the shape adds to the declared fields. */
  readonly envelope?: Fields;
  /** The member with the declared fields, if they are not members of `data` itself. */
  readonly contextIn?: string;
}

export interface JsonSchemaOptions extends DataLayout {
  /** The schema allows the numbers of this era. Default: the declared ones. */
  readonly era?: Era;
}

/** The exported schema of a catalog: it admits the error objects that the catalog declares, and no others. */
export interface CatalogSchema extends ExportedSchema {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema';
  readonly $id: string;
  readonly $defs: Readonly<Record<string, ExportedSchema>>;
  readonly anyOf: readonly ExportedSchema[];
}

/**
 * The error objects of a catalog as JSON Schema, one definition per reason. `anyOf` and not `oneOf`, because reasons
 * may share a number, and a payload of two of them is right, not wrong.
 */
export function toJsonSchema(catalog: CatalogInfo, options: JsonSchemaOptions = {}): CatalogSchema {
  const { domain, definitions } = catalog;
  const { era, ...layout } = options;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    // Two eras of one catalog are two schemas, and a validator may hold both.
    $id: era === undefined ? `urn:errata:${domain}` : `urn:errata:${domain}:${era}`,
    title: `Errors of ${domain}`,
    anyOf: definitions.map(({ reason }) => ({ $ref: `#/$defs/${reason}` })),
    $defs: Object.fromEntries(
      definitions.map((definition) => [
        definition.reason,
        errorSchema(definition, catalog, layout, era ?? 'jsonrpc'),
      ]),
    ),
  };
}

function errorSchema(
  definition: Definition<never>,
  catalog: CatalogInfo,
  layout: DataLayout,
  era: Era,
): ExportedSchema {
  const numbers = numbersIn(era, definition, catalog.rules);
  const data = dataSchema(definition, layout);
  return {
    title: definition.title,
    ...(definition.when !== undefined && { description: definition.when }),
    type: 'object',
    properties: {
      code: numbers.length === 1 ? { const: numbers[0] } : { enum: [...numbers] },
      message: { type: 'string' },
      data,
    },
    required: ['code', 'message', ...('required' in data ? ['data'] : [])],
  };
}

/** The schema of `error.data` for one definition. */
export function dataSchema({ fields }: Definition<never>, layout: DataLayout): ExportedSchema {
  const envelope = resolveFields(layout.envelope ?? {});
  const { contextIn } = layout;
  if (contextIn === undefined) return objectSchema(mergeFields(envelope, fields));
  if (fields.length === 0) return objectSchema(envelope);
  const own = envelope.find(({ name }) => name === contextIn)?.items ?? [];
  const items = mergeFields(own, fields);
  // The envelope decides whether the member is required: a shape may omit it for some occurrences.
  const inner: ResolvedField = { name: contextIn, type: 'object', required: false, items };
  return objectSchema(mergeFields(envelope, [inner]));
}
