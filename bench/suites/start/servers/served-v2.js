import { serveStdio } from '@errata/mcp';
import { createV2 } from './create-v2.js';

await serveStdio(() => createV2());
