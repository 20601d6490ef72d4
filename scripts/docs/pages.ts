import { PARTS as engram } from './engram.js';
import { PARTS as erlmcp } from './erlmcp.js';
import { PARTS as routeros } from './routeros.js';
import { PARTS as sqlFun } from './sql-fun.js';

export { insertParts } from './markdown.js';
export { toolTexts } from './tool-texts.js';

/** The generated parts of the pages under docs/systems, by the name of the page. */
export const PAGES = { routeros, engram, erlmcp, 'sql-fun': sqlFun };
