import { serveStdio } from '@errata/kit';
import { inputSchema } from '../../zod-schema.js';
import { createAdder } from '../kit.js';

await serveStdio(createAdder(inputSchema));
