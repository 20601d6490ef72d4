import {
  defineCatalog,
  joinFailures,
  type CatalogInfo,
  standardFailures,
} from '@errata/core/catalog';
import { SQL_FUN_LAW } from './digit-law.js';
import { generalPart } from './general.js';
import { specificPart } from './specific.js';

/**
 * The failures of sql-fun-server. The digit law is checked here, when the catalog is declared; the five of JSON-RPC are
 * outside of it. A panic has to say where, so what nothing is known of falls back to −32603.
 */
export const sqlFun = defineCatalog(
  'sql-fun',
  joinFailures(standardFailures, joinFailures(generalPart, specificPart)),
  { unexpected: 'INTERNAL_ERROR', digitLaw: SQL_FUN_LAW },
);

export type SqlFunReason = Exclude<keyof typeof sqlFun, keyof CatalogInfo>;
