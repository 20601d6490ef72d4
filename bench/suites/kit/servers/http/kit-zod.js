import { serveHttp } from '@errata/kit';
import { announce } from '../../../../lib/announce.js';
import { inputSchema } from '../../zod-schema.js';
import { createAdder } from '../kit.js';

announce((await serveHttp(createAdder(inputSchema))).port);
