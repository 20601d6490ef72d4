export type { KnownSchema, KnownSchemas, LoadedSchema, MethodContext } from './context.js';
export { METHOD_NAMES, type Method, type MethodName, type MethodResult } from './method.js';
export { METHODS, toText } from './methods.js';
