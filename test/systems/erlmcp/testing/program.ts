import { serveStdio } from '@errata/kit';
import { createIdKit } from './id-kit.js';

await serveStdio(createIdKit());
