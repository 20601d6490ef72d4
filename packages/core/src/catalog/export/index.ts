export {
  toCatalogJson,
  type CatalogJson,
  type DigitLawJson,
  type FailureJson,
} from './catalog-json.js';
export { type ExportedSchema } from './field-schema.js';
export {
  toJsonSchema,
  type CatalogSchema,
  type DataLayout,
  type JsonSchemaOptions,
} from './json-schema.js';
export { toMarkdown, type MarkdownOptions } from './markdown.js';
export { numberSpans, numbersIn, type NumberSpan } from './numbers.js';
export { toOpenRpcErrors, type OpenRpcError, type OpenRpcErrors } from './open-rpc.js';
