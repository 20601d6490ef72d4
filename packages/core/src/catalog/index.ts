export { type CatalogRules } from './define-catalog.js';
export {
  defineCatalog,
  type Catalog,
  type CatalogInfo,
  type CatalogOptions,
  type Failure,
  type Failures,
} from './define-catalog.js';
export { breachOfDigitLaw, decodeDigits, type DigitLaw, type Digits } from './digit-law.js';
export { projectNumber } from './define-catalog.js';
export * from './export/index.js';
export { defineFailures, joinFailures, type DefinitionsOf } from './failures.js';
export { standard } from './standard.js';
export { standardFailures } from './standard-failures.js';
