import { serveKitOnStdio } from '@errata/kit';
import { createIdKit } from './id-kit.js';

await serveKitOnStdio(createIdKit());
