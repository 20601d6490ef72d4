export { sqlFun, type SqlFunReason } from './catalog.js';
export { sqlFunContract, sqlFunShape } from './contract.js';
export { decodeSqlFunCode, SQL_FUN_CATEGORIES, SQL_FUN_LAW } from './digit-law.js';
