export { coerce, type CoercionContext, type Where } from './coerce.js';
export { commonOf, type WhereOfMany } from './common-of.js';
export { fieldsOf } from './fields-of.js';
export {
  functionColumns,
  type FunctionColumns,
  type FunctionColumnsOptions,
} from './function-columns.js';
export { outputName } from './output-name.js';
export { resolveType } from './resolve-type.js';
export { typeOf } from './type-of.js';
export { valuesOf } from './values-of.js';
export { typeWindow } from './type-window.js';
export type { RecordTyped } from './typed.js';
