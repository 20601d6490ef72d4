export { type CatalogRules } from './assert-definitions.js';
export {
  defineCatalog,
  defineFailures,
  joinFailures,
  type Catalog,
  type CatalogInfo,
  type CatalogOptions,
  type DefinitionsOf,
  type Failure,
  type Failures,
} from './define-catalog.js';
export { breachOfDigitLaw, decodeDigits, type DigitLaw, type Digits } from './digit-law.js';
export { projectNumber } from './project-number.js';
export * from './export/index.js';
