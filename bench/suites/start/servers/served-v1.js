import { serve } from '@errata/mcp';
import { createV1 } from './create-v1.js';

await serve(() => createV1());
