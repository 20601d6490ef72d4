export type { Lookup, PgCatalog } from './catalog.js';
export type { PgField, PgType, TypeKind, TypeUse } from './pg-type.js';
export type { CastContext, Operator, Routine } from './routine.js';
