export {
  defineCatalog,
  type Catalog,
  type CatalogInfo,
  type CatalogOptions,
  type CatalogRules,
  type Failure,
  type Failures,
  projectNumber,
} from './define-catalog.js';
export { breachOfDigitLaw, decodeDigits, type DigitLaw, type Digits } from './digit-law.js';
export {
  toCatalogJson,
  type CatalogJson,
  type DigitLawJson,
  type FailureJson,
} from './export/catalog-json.js';
export { type ExportedSchema } from './export/field-schema.js';
export {
  toJsonSchema,
  type CatalogSchema,
  type DataLayout,
  type JsonSchemaOptions,
} from './export/json-schema.js';
export { toMarkdown, type MarkdownOptions } from './export/markdown.js';
export { numberSpans, numbersIn, type NumberSpan } from './export/numbers.js';
export { toOpenRpcErrors, type OpenRpcError, type OpenRpcErrors } from './export/open-rpc.js';
export { defineFailures, joinFailures, type DefinitionsOf } from './failures.js';
export { standard } from './standard.js';
export { standardFailures } from './standard-failures.js';
