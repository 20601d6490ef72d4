import { createHttpEdge, serveHttp, serveMethods } from '@errata/edges/http';
import { contract } from '../../catalog.js';
import { methods } from '../../methods.js';
import { announce } from '../../../../lib/announce.js';

const era = /** @type {import('../../cases.js').Era} */ (process.argv[2]);
const edge = createHttpEdge({ contract, eras: [era], open: serveMethods({ contract, methods }) });
announce((await serveHttp(edge)).port);
