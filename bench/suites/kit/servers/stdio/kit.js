import { serveKitOnStdio } from '@errata/kit';
import { createAdder } from '../kit.js';

await serveKitOnStdio(createAdder());
