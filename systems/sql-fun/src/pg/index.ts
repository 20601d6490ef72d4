export type { CallOptions } from './call-candidates.js';
export type { Lookup, PgCatalog } from './catalog.js';
export { CatalogBuilder } from './catalog-builder.js';
export { canCoerce } from './can-coerce.js';
export { commonType } from './common-type.js';
export { extendCatalog, type Additions } from './extend-catalog.js';
export { formatType, type FormatOptions } from './format-type.js';
export {
  makeBase,
  makeComposite,
  makeDomain,
  makeEnum,
  makeRange,
  rangeRoutines,
  redefine,
} from './make-types.js';
export { createPgCatalog, pgCatalog } from './pg-catalog.js';
export type { PgField, PgType, TypeKind, TypeUse } from './pg-type.js';
export { quoteIdentifier } from './quote-identifier.js';
export { resolveTypeName, SERIAL_TYPES } from './resolve-type-name.js';
export type { CastContext, Operator, Routine } from './routine.js';
export { selectOperator, type OperatorChoice } from './select-operator.js';
export { selectRoutine, type RoutineChoice } from './select-routine.js';
export { arrayOf, baseOf, baseUseOf, elementOf, isUnknown, subscriptOf } from './type-parts.js';
export { typmodOf } from './typmod-of.js';
