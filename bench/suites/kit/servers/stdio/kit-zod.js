import { serveKitOnStdio } from '@errata/kit';
import { inputSchema } from '../../zod-schema.js';
import { createAdder } from '../kit.js';

await serveKitOnStdio(createAdder(inputSchema));
