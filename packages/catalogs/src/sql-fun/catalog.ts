import { defineCatalog } from '@errata/core';
import { joinFailures, type CatalogInfo, standardFailures } from '@errata/core/internal';
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

/** The name of a failure of sql-fun. */
export type SqlFunReason = Exclude<keyof typeof sqlFun, keyof CatalogInfo>;
