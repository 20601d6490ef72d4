import { serveKitOnHttp } from '@errata/kit';
import { announce } from '../../../../lib/announce.js';
import { inputSchema } from '../../zod-schema.js';
import { createAdder } from '../kit.js';

announce((await serveKitOnHttp(createAdder(inputSchema))).port);
