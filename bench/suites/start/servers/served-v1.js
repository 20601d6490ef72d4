import { serveStdio } from '@errata/mcp';
import { createV1 } from './create-v1.js';

await serveStdio(() => createV1());
