import { insertReference as engram } from './engram.js';
import { insertReference as erlmcp } from './erlmcp.js';
import { insertReference as routeros } from './routeros.js';
import { insertReference as sqlFun } from './sql-fun.js';

export { insertParts } from './markdown.js';

/** What writes the generated parts of a page under docs/systems, by the name of the page. */
export const PAGES = { routeros, engram, erlmcp, 'sql-fun': sqlFun };
