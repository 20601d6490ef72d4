import { serveStdio } from '@errata/kit';
import { createAdder } from '../kit.js';

await serveStdio(createAdder());
